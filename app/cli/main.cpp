// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/platform/system.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/error.h"
#include "engine/base/outputsystem.h"
#include "engine/base/standardstreams.h"

#include <cstdio>

namespace {

using namespace weightless;

int run(int argc, char** argv)
{
    occupyStandardStreams();
    makeFileSizeLimitsErrors();
    cli::Console console;
    try {
        return cli::runCommandLine(cli::utf8Arguments(argc, argv), console);
    } catch (const cli::UsageError& error) {
        console.error(error.what());
        return cli::exitUsage;
    } catch (...) {
        console.error(currentError().message());
        return cli::exitFailed;
    }
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (...) { // there was no memory for the message either
        std::fputs("weightless-cli: error: out of memory\n", stderr);
        return cli::exitFailed;
    }
}
