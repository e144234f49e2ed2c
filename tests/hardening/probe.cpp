// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A program that every part of the hardening leaves its trace in: of FORTIFY_SOURCE a larger one may have none, where
// all its sizes are seen to be right.
#include <cstdio>
#include <cstring>

int main(int argc, char** argv)
{
    char text[16];
    std::strcpy(text, argv[argc - 1]);
    return std::puts(text);
}
