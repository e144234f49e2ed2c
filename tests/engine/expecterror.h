// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <QString>
#include <optional>
#include <utility>

namespace weightless::test {

// The Error that `call` throws; nullopt when it throws none.
template <typename Call>
std::optional<Error> errorOf(Call&& call)
{
    try {
        std::forward<Call>(call)();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

// Fails the test unless `call` throws an Error of this kind whose message contains `part`.
#define EXPECT_ERROR(call, expectedKind, part)                                                               \
    do {                                                                                                     \
        const auto thrown = weightless::test::errorOf([&] { static_cast<void>(call); });                     \
        QVERIFY2(thrown.has_value(), "no error was thrown by " #call);                                       \
        QVERIFY2(thrown->kind() == (expectedKind),                                                           \
            (std::string(weightless::toString(thrown->kind())) + ": " + thrown->message()).c_str());         \
        QVERIFY2(thrown->message().find(part) != std::string::npos, thrown->message().c_str());              \
    } while (false)

} // namespace weightless::test
