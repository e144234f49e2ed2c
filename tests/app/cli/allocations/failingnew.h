// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

// Replaces operator new in the program that links it: the n-th request of the program itself can be made to
// fail. What drivers, their compilers and other libraries ask for is not the program's, and always served.
namespace weightless::test {

struct AllocationWalk {
    std::atomic<uint64_t> count {0}; // requests so far
    uint64_t failing = 0; // the request that fails, from 1 on; 0: none
};

// `walk` counts from now on. It outlives the process's use of operator new. Call it once, before other
// threads start.
void startAllocationWalk(AllocationWalk& walk);

} // namespace weightless::test
