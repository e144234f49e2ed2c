# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# Pictures that a run is fed. Without its kernels in assembly, which want one more compiler.
unpack libjpeg-turbo
build_with_cmake source -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF
