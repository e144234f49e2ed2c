# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
weightless_add_host_operator(controlflow)
weightless_add_host_operator(learning)
weightless_add_host_operator(sequence)
weightless_add_host_operator(selection)
weightless_add_host_operator(strings)
weightless_add_host_operator(foldonhost)
weightless_add_host_operator(random)
weightless_add_host_operator(determinant)
weightless_add_host_operator(imagedecoder)
