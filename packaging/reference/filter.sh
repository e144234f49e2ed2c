#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: filter.sh HEADER
# Plain comments before declarations and behind members, as Doxygen wants them. What is no markup is escaped.
exec sed -E -e '/SPDX-|^#/b' \
    -e 's@^( *)//( |$)@\1///\2@' -e 's@([;,{]) // @\1 ///< @' \
    -e '/\/\/\//{s/</\\</g; s/\/\/\/\\</\/\/\/</; s/#([a-z])/\\#\1/g}' "$1"
