# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
weightless_add_operator(movement KERNELS strided_copy:b8,b16,b32,b64)
