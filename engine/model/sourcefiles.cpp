// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/sourcefiles.h"

#include "engine/base/error.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace weightless {

std::vector<FileIdentity> sourceFilesOf(const Model& model)
{
    std::vector<FileIdentity> files;
    if (model.identity) {
        files.push_back(*model.identity);
    }
    std::set<const FileReference*> seen; // thousands of constants share one
    forEachConstant(model, [&](const std::shared_ptr<const ConstantInfo>& constant) {
        const auto* range = std::get_if<FileRange>(&constant->source.range);
        if (range != nullptr && range->file != nullptr && seen.insert(range->file.get()).second) {
            files.push_back(range->file->identity);
        }
    });
    return files;
}

void checkNoSource(const std::filesystem::path& target, std::span<const FileIdentity> sources)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(target, error)) {
        return;
    }
    const FileIdentity there = File::identityOf(target);
    // Systems give the number of a file that is gone to the next one: the number alone is not the file.
    const auto isSame = [&](const FileIdentity& each) {
        return each.device == there.device && each.inode == there.inode && each.sizeBytes == there.sizeBytes
            && each.modifiedNs == there.modifiedNs;
    };
    if (std::ranges::any_of(sources, isSame)) {
        throw Error(ErrorKind::InvalidArgument,
            "'" + displayPath(target)
                + "' is a file of the model that is being read, and cannot be replaced by an output of it; "
                  "choose another name or folder");
    }
}

} // namespace weightless
