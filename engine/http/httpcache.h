// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace weightless::http {

// What was received of one version of one file on a server, on disk: a file with holes, and beside it a list
// of the ranges that are there. The list is written last and only after the bytes have reached the disk, so
// that what it names is true after a crash too. A cache that fails (full disk, no permission) forgets itself:
// it never fails a read. Any thread.
class HttpCache {
public:
    // `url` is the shown one plus its query, `version` what the server says of the version. Other versions of
    // the same URL are removed from the folder. Null when the folder cannot be used.
    [[nodiscard]] static std::unique_ptr<HttpCache> open(const std::filesystem::path& folder,
        const std::string& url, const std::string& version, uint64_t sizeBytes);
    ~HttpCache(); // save()
    HttpCache(const HttpCache&) = delete;
    HttpCache& operator=(const HttpCache&) = delete;

    // Fills the beginning of `target` with what is there from `offsetBytes` on; 0 when nothing is.
    [[nodiscard]] size_t read(uint64_t offsetBytes, std::span<std::byte> target);
    void write(uint64_t offsetBytes, std::span<const std::byte> bytes) noexcept;
    // Writes the list, so that the next run finds what is there.
    void save() noexcept;

    // Whether a file of the folder is one of the two that a download is kept in, by its name.
    [[nodiscard]] static bool isDataFile(const std::filesystem::path& path);
    [[nodiscard]] static bool isListFile(const std::filesystem::path& path);
    // The list beside a data file.
    [[nodiscard]] static std::filesystem::path listOf(std::filesystem::path dataFile);

    // The file, once all of it is there and on disk.
    [[nodiscard]] std::shared_ptr<const FileReference> completeFile();

private:
    HttpCache(std::filesystem::path data, std::filesystem::path list, uint64_t sizeBytes);
    void openFiles();
    void add(uint64_t begin, uint64_t end); // with the lock held
    [[nodiscard]] bool isStillThere() const noexcept;

    std::filesystem::path m_dataPath;
    std::filesystem::path m_listPath;
    uint64_t m_sizeBytes;
    FileIdentity m_identity; // of the data file, as it was opened
    std::mutex m_mutex; // guards the rest
    std::fstream m_data;
    std::map<uint64_t, uint64_t> m_ranges; // begin → end, apart from each other
    bool m_isChanged = false;
    bool m_hasFailed = false;
};

} // namespace weightless::http
