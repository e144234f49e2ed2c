// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"
#include "engine/model/constantsource.h"

#include <filesystem>
#include <memory>
#include <string>

namespace weightless {

// Where a model file lies, together with the files that its external data may name: a folder, or a server.
// One thread at a time.
class ModelOrigin {
public:
    ModelOrigin() = default;
    virtual ~ModelOrigin() = default;
    ModelOrigin(const ModelOrigin&) = delete;
    ModelOrigin& operator=(const ModelOrigin&) = delete;

    // What Model::path becomes.
    [[nodiscard]] virtual std::filesystem::path path() const = 0;

    // The model file, to be read a little here and there.
    [[nodiscard]] virtual std::shared_ptr<const ByteSource> model() const = 0;
    // All of the model file as a constant's source.
    [[nodiscard]] virtual SourceRange modelRange() const = 0;

    // All of the file that external data calls `location`. InvalidArgument when that is refused, Io when
    // there is no such file; the message begins with "its external data".
    [[nodiscard]] virtual SourceRange externalRange(const std::string& location) = 0;
    // For reading values out of such a file.
    [[nodiscard]] virtual std::shared_ptr<const ByteSource> openExternal(const SourceRange& range) = 0;
};

} // namespace weightless
