# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# Unicode's normal form and classes of characters.
unpack utf8proc
# Linked statically, which its header would want to be told by everyone who includes it.
sed -i 's/^#ifdef UTF8PROC_STATIC$/#if 1/' source/utf8proc.h
build_with_cmake source -DBUILD_SHARED_LIBS=OFF
