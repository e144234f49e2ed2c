// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/httparguments.h"

#include "app/cli/platform/system.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/error.h"
#include "engine/http/httpcache.h"
#include "engine/http/url.h"

#include <algorithm>

namespace weightless::cli {

namespace {

std::string readHelp(ServerUse use)
{
    switch (use) {
    case ServerUse::Load:
        return "the structure is read first, then each constant goes straight to the device as it arrives";
    case ServerUse::Save:
        return "the structure is read first, then each constant goes to the file it is for as it arrives";
    case ServerUse::Structure:
        return "the structure is read and no weight";
    case ServerUse::Compare:
        return "the structure is read first, then the constants that must be compared";
    case ServerUse::Pipeline:
        return "each is read when it is wanted, and its constants go straight to the device as they arrive";
    }
    return {};
}

// An address that cannot be read is no other model's: it would only be missed when the server refuses.
http::Url wholeAddress(const std::string& address)
{
    try {
        return http::Url(address);
    } catch (const Error& error) {
        throw Error(error.kind(),
            "The environment variable WEIGHTLESS_ADDRESS: " + error.message() + "; correct it or unset it");
    }
}

} // namespace

std::vector<OptionSpec> httpOptionSpecs(ServerUse use)
{
    return {
        {"--http-connections", "N",
            use == ServerUse::Load ? "connections to a web server while loading; 4 by default"
                                   : "connections to a web server that are kept open; 4 by default"},
        {"--http-timeout", "SECONDS",
            "give up a connection that brings less than 1 KiB a second for that long, and try again; 30 by "
            "default"},
        {"--http-cache", "FOLDER",
            "keep what is received in this folder; the next time only what changed on the server, or was not "
            "received, is asked for, and a file that is kept whole is loaded like any other of this machine"},
    };
}

http::HttpOptions httpOptions(const Arguments& arguments, Console& console)
{
    http::HttpOptions options;
    options.log = console.logSink();
    if (const auto count = arguments.integer("--http-connections", 1, 32)) {
        options.connectionCount = static_cast<unsigned>(*count);
    }
    if (const auto seconds = arguments.integer("--http-timeout", 1, 3600)) {
        options.stallTimeout = std::chrono::seconds(*seconds);
    }
    if (const auto folder = arguments.value("--http-cache")) {
        options.cacheFolder = pathFromUtf8(*folder);
        // Rather than to receive everything anew each time; what lies on this machine needs no folder.
        if (std::ranges::any_of(arguments.positionals(), http::isHttpUrl)) {
            http::HttpCache::prepareFolder(options.cacheFolder);
        }
    }
    return options;
}

std::string modelAddress(const std::string& model)
{
    if (model == "-") {
        throw UsageError("a model is a file or an address: '-' is not standard input here; './-' is a file "
                         "of that name");
    }
    const std::string whole = environmentText("WEIGHTLESS_ADDRESS");
    if (!http::isHttpUrl(model) || !http::isHttpUrl(whole)) {
        return model;
    }
    return wholeAddress(whole).shown() == http::Url(model).secret() ? whole : model;
}

std::string urlHelp(ServerUse use)
{
    const bool isPipeline = use == ServerUse::Pipeline;
    const std::string what = use == ServerUse::Compare ? "A and B are each a file"
        : isPipeline                                   ? "FOLDER is a folder"
                                                       : "MODEL is a file";
    return what + " or an http:// or https:// address. Of " + (isPipeline ? "the models" : "a model")
        + " on a server " + readHelp(use)
        + (isPipeline ? "; a query of the address, which may be a key, is sent for every file in it."
                      : "; external data is looked for beside the model's address.")
        + " A user name and password stand in the "
          "address (https://user:password@host/…) and are never shown. "
          "Lists of processes show the command line, though: to keep an address from other users, put it "
          "into the environment variable WEIGHTLESS_ADDRESS, and write it here without user, password and "
          "query.";
}

} // namespace weightless::cli
