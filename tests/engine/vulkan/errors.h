// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <QTest>

// The expression throws an Error of this kind whose message contains the text.
#define WEIGHTLESS_VERIFY_ERROR(expression, expectedKind, text)                                              \
    do {                                                                                                     \
        bool hasThrown = false;                                                                              \
        try {                                                                                                \
            static_cast<void>(expression);                                                                   \
        } catch (const weightless::Error& error) {                                                           \
            hasThrown = true;                                                                                \
            QVERIFY2(error.kind() == (expectedKind), error.what());                                          \
            QVERIFY2(error.message().find(text) != std::string::npos, error.what());                         \
        }                                                                                                    \
        QVERIFY2(hasThrown, "no error was thrown");                                                          \
    } while (false)
