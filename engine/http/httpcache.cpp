// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpcache.h"

#include "engine/base/digest.h"
#include "engine/base/error.h"
#include "engine/base/folder.h"
#include "engine/base/outputfile.h"
#include "engine/base/outputsystem.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace weightless::http {

namespace fs = std::filesystem;

namespace {

constexpr const char* dataSuffix = ".data";
constexpr const char* listSuffix = ".ranges";
constexpr const char* lockSuffix = ".lock";

// A URL's digest names its files, the beginning of another one the version's: so other versions are found.
// Both are written out and compared as well (CacheList).
constexpr size_t urlDigits = 64;
constexpr size_t versionDigits = 32;

std::string urlNameOf(const CacheList& list)
{
    return toHex(sha256(list.url));
}

std::string versionNameOf(const CacheList& list)
{
    const std::string text = list.version + "/" + std::to_string(list.sizeBytes);
    return toHex(sha256(text)).substr(0, versionDigits);
}

// Two hashes with a dash between them; nullopt for any other name.
struct Hashes {
    std::string url;
    std::string version;
};
std::optional<Hashes> hashesOf(const fs::path& path)
{
    if (path.extension() != dataSuffix && path.extension() != listSuffix && path.extension() != lockSuffix) {
        return std::nullopt;
    }
    const std::string stem = path.stem().string();
    const size_t dash = std::min(stem.find('-'), stem.size());
    Hashes hashes {stem.substr(0, dash), stem.substr(std::min(dash + 1, stem.size()))};
    const auto isHash = [](const std::string& text) {
        return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    };
    return isHash(hashes.url) && isHash(hashes.version) ? std::optional(hashes) : std::nullopt;
}

bool isOfThisFormat(const Hashes& hashes)
{
    return hashes.url.size() == urlDigits && hashes.version.size() == versionDigits;
}

// Its names were 64-bit hashes, and nothing said what they were hashes of.
bool isOfOldFormat(const Hashes& hashes)
{
    return hashes.url.size() <= 16 && hashes.version.size() <= 16;
}

// Other versions of the same URL, and what an older version of the program has left.
void removeOutdated(const fs::path& folder, const std::string& urlName, const std::string& versionName)
{
    std::error_code ignored;
    for (const fs::path& name : namesIn(folder, ignored)) {
        const auto hashes = hashesOf(name);
        if (hashes
            && (isOfOldFormat(*hashes) || (hashes->url == urlName && hashes->version != versionName))) {
            HttpCache::remove(folder / name, ignored);
        }
    }
}

// Held by the one process, or user of this one, that may make a download's files or write its list. What the
// system locks is free again when a process ends, however it does.
class Turn {
public:
    explicit Turn(const fs::path& path)
        : m_path(path)
    {
        // As long as a slow disk takes for a list. Nobody waits for it who could not do without.
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!(m_lock = OutputSystem::native().lock(path)) && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    ~Turn()
    {
        if (m_lock) {
            OutputSystem::native().unlock(m_lock->handle, m_path, true);
        }
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    [[nodiscard]] explicit operator bool() const { return m_lock.has_value(); }

private:
    const fs::path& m_path;
    std::optional<OutputSystem::Lock> m_lock;
};

} // namespace

HttpCache::HttpCache(const fs::path& folder, const std::string& name, CacheList content)
    : m_dataPath(folder / (name + dataSuffix))
    , m_listPath(folder / (name + listSuffix))
    , m_lockPath(folder / (name + lockSuffix))
    , m_list(std::move(content))
{
}

std::unique_ptr<HttpCache> HttpCache::open(
    const fs::path& folder, const std::string& url, const std::string& version, uint64_t sizeBytes)
{
    CacheList content {url, version, sizeBytes};
    const std::string urlName = urlNameOf(content);
    const std::string versionName = versionNameOf(content);
    const std::string name = urlName + "-" + versionName;
    std::unique_ptr<HttpCache> cache(new HttpCache(folder, name, std::move(content)));
    try {
        prepareFolder(folder);
        removeOutdated(folder, urlName, versionName);
        const Turn turn(cache->m_lockPath);
        cache->m_hasFailed = !turn;
        if (turn) {
            cache->openFiles();
        }
    } catch (const Error&) { // a folder that nothing can be written to
        return nullptr;
    }
    return cache->m_hasFailed ? nullptr : std::move(cache);
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
    const auto hashes = hashesOf(path);
    return hashes && (isOfThisFormat(*hashes) || isOfOldFormat(*hashes));
}

bool HttpCache::isList(const fs::path& path)
{
    const auto hashes = hashesOf(path);
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
        makeFiles(error);
    }
    m_data.open(m_dataPath, std::ios::binary | std::ios::in | std::ios::out);
    m_hasFailed = m_hasFailed || error || !m_data;
    try {
        m_identity = File::identityOf(m_dataPath);
    } catch (...) {
        m_hasFailed = true;
    }
}

// New ones: whoever reads from files that had these names goes on reading from those. The list comes first,
// so that bytes always stand beside the name of the file that they are of.
void HttpCache::makeFiles(std::error_code& error)
{
    fs::remove(m_listPath, error);
    fs::remove(m_dataPath, error);
    if (!error) {
        writeList();
        // Never one that is there: where a file system knows no locks, it may be filled by somebody already.
        OutputSystem::native().close(OutputSystem::native().create(m_dataPath));
        fs::resize_file(m_dataPath, m_list.sizeBytes, error);
    }
}

void HttpCache::writeList() noexcept
{
    try {
        CacheList all = m_list;
        if (const auto kept = readCacheList(m_listPath); kept && kept->isOfSameFile(all)) {
            for (const auto& [begin, end] : kept->ranges) {
                addRange(all.ranges, begin, end); // that others have received into the same file
            }
        }
        OutputFile list(m_listPath);
        list.write(toText(all));
        list.commit();
    } catch (...) {
        m_hasFailed = true;
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
    if (m_hasFailed || bytes.empty()) {
        return;
    }
    try {
        learnFromOthers();
        for (const auto& [begin, end] : gapsIn(m_list.ranges, offsetBytes, offsetBytes + bytes.size())) {
            m_data.seekp(static_cast<std::streamoff>(begin));
            m_data.write(reinterpret_cast<const char*>(&bytes[begin - offsetBytes]),
                static_cast<std::streamsize>(end - begin));
            m_hasFailed = !m_data;
            if (m_hasFailed) {
                return;
            }
            addRange(m_list.ranges, begin, end);
            m_isChanged = true;
        }
        m_data.flush(); // not later, when others may have completed the file
        m_hasFailed = !m_data;
    } catch (...) {
        m_hasFailed = true;
    }
}

void HttpCache::save() noexcept
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isChanged || m_hasFailed) {
        return;
    }
    try {
        m_data.flush();
        if (!m_data || !flushToDisk(m_dataPath)) {
            m_hasFailed = true;
            return;
        }
        // Nobody can put another file in the place of this one between the look at it and its list.
        const Turn turn(m_lockPath);
        if (!turn) {
            return; // the next save may get it
        }
        if (!isStillThere()) {
            m_hasFailed = true;
            return;
        }
        writeList();
        m_isChanged = m_hasFailed;
    } catch (...) {
        m_hasFailed = true;
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
