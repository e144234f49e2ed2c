// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpcache.h"

#include "engine/base/error.h"
#include "engine/base/folder.h"
#include "engine/base/outputfile.h"
#include "engine/base/outputsystem.h"
#include "engine/http/cachenames.h"
#include "engine/http/cacheturn.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace weightless::http {

namespace fs = std::filesystem;

namespace {

// A list of some hundred ranges.
constexpr uint64_t roomBytes = 16u << 10u;

// Other versions of the same URL, and what an older version of the program has left.
void removeOutdated(const fs::path& folder, const std::string& urlName, const std::string& versionName)
{
    std::error_code ignored;
    for (const fs::path& name : namesIn(folder, ignored)) {
        const auto hashes = cacheHashesOf(name);
        if (hashes
            && (isOfOldFormat(*hashes) || (hashes->url == urlName && hashes->version != versionName))) {
            HttpCache::remove(folder / name, ignored);
        }
    }
}

// Of the call to the system that has just failed.
std::string lastReason()
{
    return std::generic_category().message(errno);
}

} // namespace

HttpCache::HttpCache(const fs::path& folder, const std::string& name, CacheList content)
    : m_dataPath(folder / (name + dataSuffix))
    , m_listPath(folder / (name + listSuffix))
    , m_lockPath(folder / (name + lockSuffix))
    , m_roomPath(folder / (name + roomSuffix))
    , m_list(std::move(content))
{
}

std::unique_ptr<HttpCache> HttpCache::open(const fs::path& folder, const std::string& url,
    const std::string& version, uint64_t sizeBytes, std::string* problem)
{
    CacheList content {url, version, sizeBytes};
    const std::string urlName = urlNameOf(content);
    const std::string versionName = versionNameOf(content);
    const std::string name = urlName + "-" + versionName;
    std::unique_ptr<HttpCache> cache(new HttpCache(folder, name, std::move(content)));
    try {
        prepareFolder(folder);
        removeOutdated(folder, urlName, versionName);
        const CacheTurn turn(cache->m_lockPath);
        if (!turn) {
            throw Error(ErrorKind::Io,
                "another process is at the same file in the folder '" + displayPath(folder)
                    + "' and does not get done");
        }
        cache->openFiles();
    } catch (const Error& error) {
        if (problem != nullptr) {
            *problem = error.message();
        }
        return nullptr;
    }
    return cache;
}

void HttpCache::setProblemSink(std::function<void(const std::string& problem)> sink)
{
    const std::scoped_lock lock(m_mutex);
    m_problemSink = std::move(sink);
}

void HttpCache::prepareFolder(const fs::path& folder)
{
    std::error_code error;
    if (fs::create_directories(folder, error)) {
        fs::permissions(folder, fs::perms::owner_all, error);
    }
    if (error) {
        throw Error(
            ErrorKind::Io, "cannot keep downloads in " + displayPath(folder) + ": " + error.message());
    }
    // Somebody else who has it locked could write there too.
    const fs::path probe = folder / "writable.probe";
    if (const auto lock = OutputSystem::native().lock(probe)) {
        OutputSystem::native().unlock(lock->handle, probe, true);
    }
}

bool HttpCache::isKept(const fs::path& path)
{
    const auto hashes = cacheHashesOf(path);
    return hashes && (isOfThisFormat(*hashes) || isOfOldFormat(*hashes));
}

bool HttpCache::isList(const fs::path& path)
{
    const auto hashes = cacheHashesOf(path);
    return hashes && isOfThisFormat(*hashes) && path.extension() == listSuffix;
}

void HttpCache::remove(const fs::path& path, std::error_code& error)
{
    if (path.extension() == lockSuffix) {
        error.clear();
        OutputSystem::native().removeAbandoned(path);
    } else {
        fs::remove(path, error);
    }
}

HttpCache::~HttpCache()
{
    save();
}

void HttpCache::openFiles()
{
    std::error_code error;
    auto kept = readCacheList(m_listPath);
    if (kept && kept->isOfSameFile(m_list) && fs::file_size(m_dataPath, error) == m_list.sizeBytes
        && !error) {
        m_list.ranges = std::move(kept->ranges);
    } else {
        makeFiles();
    }
    m_data.open(m_dataPath, std::ios::binary | std::ios::in | std::ios::out);
    if (!m_data) {
        throw Error(ErrorKind::Io, "cannot write '" + displayPath(m_dataPath) + "': " + lastReason());
    }
    m_identity = File::identityOf(m_dataPath);
    if (bytesOf(m_list.ranges) < m_list.sizeBytes) {
        makeRoom();
    }
}

// For a list once the disk is full: one takes the place of another only as a whole, beside it.
void HttpCache::makeRoom() const noexcept
{
    std::error_code ignored;
    if (fs::file_size(m_roomPath, ignored) == roomBytes) {
        return;
    }
    try {
        OutputFile room(m_roomPath);
        room.writeZeros(roomBytes);
        room.commit();
    } catch (...) {
        // There is none to be had: a list may have to do without.
    }
}

// New ones: whoever reads from files that had these names goes on reading from those. The list comes first,
// so that bytes always stand beside the name of the file that they are of.
void HttpCache::makeFiles()
{
    std::error_code error;
    fs::remove(m_listPath, error);
    fs::remove(m_dataPath, error);
    if (!error) {
        writeList();
        // Never one that is there: where a file system knows no locks, it may be filled by somebody already.
        OutputSystem::native().close(OutputSystem::native().create(m_dataPath));
        fs::resize_file(m_dataPath, m_list.sizeBytes, error);
    }
    if (error) {
        const std::string reason = error.message();
        for (const fs::path& path : {m_dataPath, m_listPath, m_roomPath}) {
            fs::remove(path, error);
        }
        throw Error(ErrorKind::Io,
            "cannot make a file of " + std::to_string(m_list.sizeBytes) + " bytes in the folder '"
                + displayPath(m_dataPath.parent_path()) + "': " + reason);
    }
}

// Where it has no room, what is kept for that makes some, and then a list that names nothing. One that names
// something stays until its successor is there.
void HttpCache::writeList()
{
    const auto kept = readCacheList(m_listPath);
    const bool isOfThisFile = kept && kept->isOfSameFile(m_list);
    if (isOfThisFile) {
        for (const auto& [begin, end] : kept->ranges) {
            addRange(m_list.ranges, begin, end); // that others have received into the same file
        }
    }
    const auto write = [this] {
        OutputFile list(m_listPath);
        list.write(toText(m_list));
        list.commit();
    };
    std::error_code ignored;
    try {
        write();
    } catch (const Error&) {
        fs::remove(m_roomPath, ignored);
        const bool namesSomething = isOfThisFile && !kept->ranges.empty();
        if (!namesSomething) {
            fs::remove(m_listPath, ignored);
        }
        try {
            write();
        } catch (const Error& error) {
            if (namesSomething || m_list.ranges.empty()) {
                throw;
            }
            fs::remove(m_dataPath, ignored); // it would fill the disk for nobody
            throw Error(error.kind(),
                error.message() + "; what was received is removed, as nothing would tell what it is");
        }
    }
    if (bytesOf(m_list.ranges) == m_list.sizeBytes) {
        fs::remove(m_roomPath, ignored);
    }
}

// What is in the stream's buffer goes nowhere that is listed. What came before is listed now, while there is
// room for that, and one is told what became of it.
void HttpCache::takeNothingMore()
{
    const std::string reason = lastReason();
    m_isFull = true;
    m_data.close();
    m_data.clear();
    m_data.open(m_dataPath, std::ios::binary | std::ios::in);
    if (!m_data || !isStillThere()) {
        fail(reason);
    } else {
        saveChanges();
        tell(reason);
    }
}

void HttpCache::fail(const std::string& reason) noexcept
{
    m_hasFailed = true;
    tell(reason);
}

void HttpCache::tell(const std::string& reason) noexcept
{
    try {
        if (const auto sink = std::exchange(m_problemSink, nullptr)) {
            sink("the folder '" + displayPath(m_dataPath.parent_path()) + "' takes nothing more: " + reason);
        }
    } catch (...) {
        // Of want of memory; nobody depends on it.
    }
}

// Whoever clears the folder takes the file away under its readers. Another one may have its name by then, of
// which the list would tell what is not so.
bool HttpCache::isStillThere() const noexcept
{
    try {
        const FileIdentity now = File::identityOf(m_dataPath);
        return now.device == m_identity.device && now.inode == m_identity.inode;
    } catch (...) {
        return false;
    }
}

// The list is exchanged as a whole: what has the same time was read already. One of other files is written
// after this one was taken away, so that what was read while it is there is this one's.
void HttpCache::learnFromOthers()
{
    std::error_code error;
    const auto written = fs::last_write_time(m_listPath, error);
    if (error || written == m_listTime) {
        return;
    }
    const auto kept = readCacheList(m_listPath);
    if (!isStillThere()) {
        return;
    }
    m_listTime = written;
    if (kept && kept->isOfSameFile(m_list)) {
        for (const auto& [begin, end] : kept->ranges) {
            addRange(m_list.ranges, begin, end);
        }
    }
}

size_t HttpCache::read(uint64_t offsetBytes, std::span<std::byte> target)
{
    const std::scoped_lock lock(m_mutex);
    const auto next = m_list.ranges.upper_bound(offsetBytes);
    if (m_hasFailed || next == m_list.ranges.begin() || std::prev(next)->second <= offsetBytes) {
        return 0;
    }
    const size_t count =
        static_cast<size_t>(std::min<uint64_t>(target.size(), std::prev(next)->second - offsetBytes));
    m_data.seekg(static_cast<std::streamoff>(offsetBytes));
    m_data.read(reinterpret_cast<char*>(target.data()), static_cast<std::streamsize>(count));
    m_hasFailed = !m_data;
    return m_hasFailed ? 0 : count;
}

void HttpCache::write(uint64_t offsetBytes, std::span<const std::byte> bytes) noexcept
{
    const std::scoped_lock lock(m_mutex);
    if (m_hasFailed || m_isFull || bytes.empty()) {
        return;
    }
    try {
        learnFromOthers();
        const ByteRanges gaps = gapsIn(m_list.ranges, offsetBytes, offsetBytes + bytes.size());
        for (const auto& [begin, end] : gaps) {
            m_data.seekp(static_cast<std::streamoff>(begin));
            m_data.write(reinterpret_cast<const char*>(&bytes[begin - offsetBytes]),
                static_cast<std::streamsize>(end - begin));
        }
        m_data.flush(); // not later, when others may have completed the file
        if (!m_data) {
            takeNothingMore();
            return;
        }
        for (const auto& [begin, end] : gaps) {
            addRange(m_list.ranges, begin, end);
            m_isChanged = true;
        }
    } catch (...) {
        fail(currentError().message());
    }
}

void HttpCache::save() noexcept
{
    const std::scoped_lock lock(m_mutex);
    saveChanges();
}

void HttpCache::saveChanges() noexcept
{
    if (!m_isChanged || m_hasFailed) {
        return;
    }
    try {
        if (!flushToDisk(m_dataPath)) {
            fail(lastReason());
            return;
        }
        // Nobody can put another file in the place of this one between the look at it and its list.
        const CacheTurn turn(m_lockPath);
        if (!turn) {
            return; // the next save may get it
        }
        if (!isStillThere()) {
            m_hasFailed = true; // it was cleared
            return;
        }
        writeList();
        m_isChanged = false;
    } catch (...) {
        const std::string reason = currentError().message();
        m_isFull = true;
        m_hasFailed = !isStillThere(); // otherwise the list from before is true, until another save
        tell(reason);
    }
}

std::shared_ptr<const FileReference> HttpCache::completeFile()
{
    save();
    const std::scoped_lock lock(m_mutex);
    const bool isComplete = !m_hasFailed && bytesOf(m_list.ranges) == m_list.sizeBytes && isStillThere();
    return isComplete
        ? std::make_shared<const FileReference>(FileReference {m_dataPath, File::identityOf(m_dataPath)})
        : nullptr;
}

} // namespace weightless::http
