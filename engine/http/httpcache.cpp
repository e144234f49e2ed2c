// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpcache.h"

#include "engine/base/outputfile.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace weightless::http {

namespace fs = std::filesystem;

namespace {

constexpr const char* dataSuffix = ".data";
constexpr const char* listSuffix = ".ranges";

// FNV-1a: names for files, no protection.
std::string hashOf(std::string_view text)
{
    uint64_t hash = 0xcbf29ce484222325ull;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    }
    std::array<char, 16> digits {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16).ptr;
    return {digits.data(), end};
}

// "1f-a0.data": two hashes and an ending.
bool isCacheFile(const fs::path& path, std::string_view suffix)
{
    const std::string stem = path.stem().string();
    const size_t dash = stem.find('-');
    const auto isHash = [](std::string_view text) {
        return !text.empty() && text.size() <= 16
            && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    };
    return path.extension() == suffix && dash != std::string::npos
        && isHash(std::string_view(stem).substr(0, dash)) && isHash(std::string_view(stem).substr(dash + 1));
}

void removeOtherVersions(const fs::path& folder, const std::string& urlHash, const std::string& name)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        const std::string each = entry.path().stem().string();
        if (each.starts_with(urlHash + "-") && each != name) {
            fs::remove(entry.path(), ignored);
        }
    }
}

} // namespace

HttpCache::HttpCache(fs::path data, fs::path list, uint64_t sizeBytes)
    : m_dataPath(std::move(data))
    , m_listPath(std::move(list))
    , m_sizeBytes(sizeBytes)
{
}

std::unique_ptr<HttpCache> HttpCache::open(
    const fs::path& folder, const std::string& url, const std::string& version, uint64_t sizeBytes)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return nullptr;
    }
    const std::string urlHash = hashOf(url);
    const std::string name = urlHash + "-" + hashOf(version + "/" + std::to_string(sizeBytes));
    removeOtherVersions(folder, urlHash, name);
    std::unique_ptr<HttpCache> cache(
        new HttpCache(folder / (name + dataSuffix), folder / (name + listSuffix), sizeBytes));
    cache->openFiles();
    return cache->m_hasFailed ? nullptr : std::move(cache);
}

bool HttpCache::isDataFile(const fs::path& path)
{
    return isCacheFile(path, dataSuffix);
}

bool HttpCache::isListFile(const fs::path& path)
{
    return isCacheFile(path, listSuffix);
}

fs::path HttpCache::listOf(fs::path dataFile)
{
    return dataFile.replace_extension(listSuffix);
}

HttpCache::~HttpCache()
{
    save();
}

void HttpCache::openFiles()
{
    std::error_code error;
    if (fs::file_size(m_dataPath, error) == m_sizeBytes && !error) {
        std::ifstream list(m_listPath);
        for (uint64_t begin = 0, end = 0; list >> begin >> end;) {
            if (begin < end && end <= m_sizeBytes) {
                add(begin, end);
            }
        }
    } else {
        std::ofstream(m_dataPath, std::ios::binary | std::ios::trunc).close();
        fs::resize_file(m_dataPath, m_sizeBytes, error);
    }
    m_data.open(m_dataPath, std::ios::binary | std::ios::in | std::ios::out);
    m_hasFailed = error || !m_data;
    try {
        m_identity = File::identityOf(m_dataPath);
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

size_t HttpCache::read(uint64_t offsetBytes, std::span<std::byte> target)
{
    const std::scoped_lock lock(m_mutex);
    const auto next = m_ranges.upper_bound(offsetBytes);
    if (m_hasFailed || next == m_ranges.begin() || std::prev(next)->second <= offsetBytes) {
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
        m_data.seekp(static_cast<std::streamoff>(offsetBytes));
        m_data.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        m_hasFailed = !m_data;
        if (!m_hasFailed) {
            add(offsetBytes, offsetBytes + bytes.size());
            m_isChanged = true;
        }
    } catch (...) {
        m_hasFailed = true;
    }
}

void HttpCache::add(uint64_t begin, uint64_t end)
{
    auto range = m_ranges.upper_bound(begin);
    if (range != m_ranges.begin() && std::prev(range)->second >= begin) {
        --range;
        begin = range->first;
    }
    while (range != m_ranges.end() && range->first <= end) {
        end = std::max(end, range->second);
        range = m_ranges.erase(range);
    }
    m_ranges.emplace_hint(range, begin, end);
}

void HttpCache::save() noexcept
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isChanged || m_hasFailed) {
        return;
    }
    try {
        m_data.flush();
        if (!m_data || !isStillThere() || !flushToDisk(m_dataPath)) {
            m_hasFailed = true;
            return;
        }
        OutputFile list(m_listPath);
        for (const auto& [begin, end] : m_ranges) {
            list.write(std::to_string(begin) + " " + std::to_string(end) + "\n");
        }
        list.commit();
        m_isChanged = false;
    } catch (...) {
        m_hasFailed = true;
    }
}

std::shared_ptr<const FileReference> HttpCache::completeFile()
{
    save();
    const std::scoped_lock lock(m_mutex);
    const bool isComplete = !m_hasFailed && m_ranges.size() == 1 && m_ranges.begin()->first == 0
        && m_ranges.begin()->second == m_sizeBytes && isStillThere();
    return isComplete
        ? std::make_shared<const FileReference>(FileReference {m_dataPath, File::identityOf(m_dataPath)})
        : nullptr;
}

} // namespace weightless::http
