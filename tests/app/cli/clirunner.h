// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/needsdevice.h"

#include <QJsonDocument>
#include <QJsonValue>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <csignal>

namespace weightless::test {

// One finished call of weightless-cli.
struct CliResult {
    int exitCode = -1; // -1: it crashed or did not end
    QString output;
    QString errors;

    // Standard output is exactly one JSON object; null, and a warning, when it is not.
    [[nodiscard]] QJsonValue json() const;
    // Standard error is one line that begins with "weightless-cli: error: ", notes and warnings aside.
    [[nodiscard]] bool hasOneErrorLine() const;
};

[[nodiscard]] QString cliPath();
[[nodiscard]] CliResult runCli(const QStringList& arguments);

// Starts it, sends the signal once it has printed nothing for `delayMs`, and waits for the end.
[[nodiscard]] CliResult interruptCli(const QStringList& arguments, int delayMs, int signal = SIGINT);

// weightless-cli finds a device that it can load into: for WEIGHTLESS_NEED_DEVICE.
[[nodiscard]] bool hasDevice();

} // namespace weightless::test

// What every test of the command line on a device begins with (tests/needsdevice.h).
#define WEIGHTLESS_NEED_DEVICE()                                                                             \
    WEIGHTLESS_NEEDS_DEVICE(weightless::test::hasDevice(), "NOT TESTED: no usable Vulkan device")
