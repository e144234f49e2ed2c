// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless {

// Whoever starts a program may have closed its standard input, output or error: then the next file that is
// opened would be that, and what is printed would go into it. Afterwards input is empty, writing to output
// fails as it did, and what goes to error is lost. For the whole process, before it opens anything.
void occupyStandardStreams() noexcept;

} // namespace weightless
