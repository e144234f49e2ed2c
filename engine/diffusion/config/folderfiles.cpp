// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/config/folderfiles.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/sizetext.h"

#include <span>
#include <utility>

namespace weightless::diffusion {

namespace {

class LocalFiles final : public FolderFiles {
public:
    explicit LocalFiles(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    [[nodiscard]] std::string shownName(const std::string& name) const override
    {
        return displayPath(pathOf(name));
    }
    [[nodiscard]] bool has(const std::string& name) const override
    {
        std::error_code ignored;
        return std::filesystem::is_regular_file(pathOf(name), ignored);
    }
    [[nodiscard]] std::string read(const std::string& name, uint64_t limitBytes) const override
    {
        const auto file = File::open(pathOf(name));
        if (file->sizeBytes() > limitBytes) {
            const ComparedSizes sizes = compareSizes(file->sizeBytes(), limitBytes);
            throw Error(ErrorKind::InvalidArgument,
                shownName(name) + " has " + sizes.first + ", more than the " + sizes.second
                    + " that such a file may have");
        }
        std::string text(file->sizeBytes(), '\0');
        file->readAt(0, std::as_writable_bytes(std::span(text)));
        return text;
    }
    [[nodiscard]] std::string locationOf(const std::string& name) const override
    {
        const std::u8string path = pathOf(name).u8string();
        return {path.begin(), path.end()};
    }

private:
    [[nodiscard]] std::filesystem::path pathOf(const std::string& name) const
    {
        return name.empty() ? m_folder
                            : m_folder / std::filesystem::path(std::u8string(name.begin(), name.end()));
    }

    std::filesystem::path m_folder;
};

} // namespace

std::shared_ptr<const FolderFiles> localFiles(const std::filesystem::path& folder)
{
    return std::make_shared<const LocalFiles>(folder);
}

} // namespace weightless::diffusion
