// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

namespace weightless::testing {

// With WEIGHTLESS_REQUIRE_DEVICE=1 a machine without a device fails the tests that need one, so that none of
// them passes unseen.
[[nodiscard]] inline bool isDeviceRequired()
{
    return qEnvironmentVariableIntValue("WEIGHTLESS_REQUIRE_DEVICE") != 0;
}

} // namespace weightless::testing

// Ends the test function where there is no device: it is skipped, or fails where one is required. Every test
// that needs a device asks with this. `reason` is a C string.
#define WEIGHTLESS_NEEDS_DEVICE(isThere, reason)                                                             \
    do {                                                                                                     \
        if (!(isThere)) {                                                                                    \
            QVERIFY2(!weightless::testing::isDeviceRequired(), reason);                                      \
            QSKIP(reason);                                                                                   \
        }                                                                                                    \
    } while (false)
