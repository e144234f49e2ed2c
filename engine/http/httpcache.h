// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/http/cachelist.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <system_error>

namespace weightless::http {

// What was received of one version of one file on a server, on disk: a file with holes, and beside it a list
// of whose bytes they are and which are there (CacheList). A range is listed only after its bytes have
// reached the disk, so that what the list names is true after a crash too. Processes may share a folder: the
// pair is made, and its list written, by one at a time. A cache that fails never fails a read: where the disk
// is full it keeps what it has and takes nothing more, otherwise it forgets itself. Until a file is complete,
// some room is kept for its list beside it. Any thread.
class HttpCache {
public:
    // `url` is Url::identity(), `version` what the server says of the version. What is there is used only if
    // it is listed as of that URL, version and size, whatever its name. Other versions of the same URL are
    // removed from the folder. Null, with the reason in `problem`, when the folder cannot be used, or another
    // process does not get done with these files.
    [[nodiscard]] static std::unique_ptr<HttpCache> open(const std::filesystem::path& folder,
        const std::string& url, const std::string& version, uint64_t sizeBytes,
        std::string* problem = nullptr);
    // Who is told, once and from any thread, why nothing more is kept.
    void setProblemSink(std::function<void(const std::string& problem)> sink);
    ~HttpCache(); // save()
    HttpCache(const HttpCache&) = delete;
    HttpCache& operator=(const HttpCache&) = delete;

    // Fills the beginning of `target` with what is there from `offsetBytes` on; 0 when nothing is.
    [[nodiscard]] size_t read(uint64_t offsetBytes, std::span<std::byte> target);
    // Keeps those of the bytes that are not there yet. What is there stays untouched, as the file may already
    // be complete, and what others load and map.
    void write(uint64_t offsetBytes, std::span<const std::byte> bytes) noexcept;
    // Writes the list, so that the next run finds what is there.
    void save() noexcept;

    // Makes the folder where it is missing, for its owner alone: models and the queries of their URLs may be
    // secret. Io with the path and the system's reason when nothing can be kept in it.
    static void prepareFolder(const std::filesystem::path& folder);

    // Whether a file of the folder is one that downloads are kept in, by its name; also of an older format,
    // which is not read any more.
    [[nodiscard]] static bool isKept(const std::filesystem::path& path);
    // Whether it is the list of one: there is one for each download.
    [[nodiscard]] static bool isList(const std::filesystem::path& path);
    // Removes a file that isKept(), unless it is what keeps two processes apart at this moment.
    static void remove(const std::filesystem::path& path, std::error_code& error);

    // The file, once all of it is there and on disk.
    [[nodiscard]] std::shared_ptr<const FileReference> completeFile();

private:
    HttpCache(const std::filesystem::path& folder, const std::string& name, CacheList content);
    void openFiles();
    void makeFiles();
    void makeRoom() const noexcept;
    void writeList(); // with mutex and turn held
    void saveChanges() noexcept; // with mutex held, as the following
    void takeNothingMore();
    void fail(const std::string& reason) noexcept;
    void tell(const std::string& reason) noexcept;
    void learnFromOthers();
    [[nodiscard]] bool isStillThere() const noexcept;

    std::filesystem::path m_dataPath;
    std::filesystem::path m_listPath;
    std::filesystem::path m_lockPath;
    std::filesystem::path m_roomPath; // of a file that is removed when the list has no room
    FileIdentity m_identity; // of the data file, as it was opened
    std::mutex m_mutex; // guards the rest
    std::fstream m_data;
    CacheList m_list;
    std::filesystem::file_time_type m_listTime; // of the list that was read last
    bool m_isChanged = false;
    bool m_isFull = false; // it takes nothing more
    bool m_hasFailed = false; // it gives nothing more either
    std::function<void(const std::string&)> m_problemSink;
};

} // namespace weightless::http
