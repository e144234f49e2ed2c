# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# Pictures that a run is fed and that are made.
unpack libpng1.6
build_with_cmake source -DPNG_SHARED=OFF -DPNG_TESTS=OFF
