// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputsystem.h"
#include "engine/http/cachefolder.h"
#include "engine/http/cachelist.h"
#include "engine/http/httpcache.h"
#include "engine/http/httpclient.h"
#include "engine/http/httporigin.h"
#include "engine/http/httpresource.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <chrono>
#include <fstream>
#include <latch>
#include <thread>
#include <vector>

#ifndef Q_OS_WIN
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace weightless;
using namespace weightless::http;
using namespace weightless::testing;

namespace {

constexpr size_t users = 6;
constexpr uint64_t pieceBytes = 500;
constexpr uint64_t sizeBytes = users * pieceBytes;

std::string piece(size_t user)
{
    return std::string(pieceBytes, static_cast<char>('a' + user));
}

void write(HttpCache& cache, size_t user)
{
    const std::string text = piece(user);
    cache.write(user * pieceBytes, std::as_bytes(std::span(text)));
}

std::filesystem::path onlyFile(const std::filesystem::path& folder, const char* extension)
{
    std::filesystem::path found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        found = entry.path().extension() == extension ? entry.path() : found;
    }
    return found;
}

} // namespace

// Several programs with the same folder. Threads stand for them: nothing below is shared between two caches.
class TestSharedCache : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepFromProxies(); }

    void oneMakesTheFiles()
    {
        const test::TemporaryFolder folder;
        for (int round = 0; round < 60; ++round) {
            const auto shared = folder / std::to_string(round);
            {
                std::latch everybody(users);
                std::vector<std::jthread> threads;
                for (size_t user = 0; user < users; ++user) {
                    threads.emplace_back([&, user] {
                        everybody.arrive_and_wait();
                        if (const auto cache = HttpCache::open(shared, "u", "1", sizeBytes)) {
                            write(*cache, user);
                        }
                    });
                }
            }
            const auto list = readCacheList(onlyFile(shared, ".ranges"));
            QVERIFY(list.has_value());
            QCOMPARE(list->ranges, (ByteRanges {{0, sizeBytes}})); // nobody's part is lost
            std::string all;
            for (size_t user = 0; user < users; ++user) {
                all += piece(user);
            }
            QVERIFY(test::contentOf(onlyFile(shared, ".data")) == all);
            QCOMPARE(std::distance(std::filesystem::directory_iterator(shared), {}), ptrdiff_t {2});
        }
    }

    // A list that was about to be written when the files were cleared and made anew is not true of those.
    void clearingBetweenDoesNoHarm()
    {
        const test::TemporaryFolder folder;
        for (int round = 0; round < 60; ++round) {
            const auto shared = folder / std::to_string(round);
            auto first = HttpCache::open(shared, "u", "1", sizeBytes);
            write(*first, 0);
            {
                const std::jthread saver([&] { first->save(); });
                const std::jthread clearer([&] {
                    clearCache(shared);
                    if (const auto second = HttpCache::open(shared, "u", "1", sizeBytes)) {
                        write(*second, 1);
                    }
                });
            }
            const auto list = readCacheList(onlyFile(shared, ".ranges"));
            const std::string data = test::contentOf(onlyFile(shared, ".data"));
            for (const auto& [begin, end] : list.value_or(CacheList {}).ranges) {
                for (uint64_t at = begin; at < end; ++at) {
                    QCOMPARE(data.at(at), piece(at / pieceBytes)[0]);
                }
            }
        }
    }

#ifndef Q_OS_WIN // which has no files whose reading ends when the test says so
    // The files are made anew while the list is read: what it names is not in the file that was there before.
    void listsOfNewFilesAreNotBelieved()
    {
        const test::TemporaryFolder folder;
        const auto first = HttpCache::open(folder.path(), "u", "1", sizeBytes);
        const auto dataPath = onlyFile(folder.path(), ".data");
        const auto listPath = onlyFile(folder.path(), ".ranges");
        std::filesystem::remove(listPath);
        QCOMPARE(::mkfifo(listPath.c_str(), 0600), 0);
        std::jthread other([&] {
            std::ofstream list(listPath); // as soon as it is read
            std::filesystem::remove(dataPath);
            std::ofstream(dataPath) << std::string(sizeBytes, 'x');
            list << toText({"u", "1", sizeBytes, {{0, sizeBytes}}});
        });
        write(*first, 0);
        const int reader = ::open(listPath.c_str(), O_RDONLY | O_NONBLOCK); // if nobody has read it
        other.join();
        ::close(reader);
        std::string read(pieceBytes, '\0');
        QCOMPARE(first->read(pieceBytes, std::as_writable_bytes(std::span(read))), size_t {0});
    }
#endif

    // A complete file is what weights of another session are read from or mapped, which refuses them once the
    // file was changed.
    void openingAgainLeavesTheFileAlone()
    {
        const test::TemporaryFolder folder;
        TestServer server;
        const std::string bytes = pattern(200'000);
        server.serve("m.onnx", bytes);
        HttpOptions options = impatient();
        options.cacheFolder = folder.path();
        const Url url(server.url("m.onnx"));
        {
            const auto resource = HttpResource::open(HttpClient::create(options), url, {});
            QVERIFY(contentOf(*resource, 0, 200'000) == bytes);
        }
        const FileIdentity before = File::identityOf(onlyFile(folder.path(), ".data"));
        {
            const HttpOrigin again(HttpClient::create(options), url);
            QVERIFY(std::holds_alternative<FileRange>(again.modelRange()));
        }
        QVERIFY(File::identityOf(onlyFile(folder.path(), ".data")) == before);
    }

    void whatOthersHaveIsLeftAlone()
    {
        const test::TemporaryFolder folder;
        const auto late = HttpCache::open(folder.path(), "u", "1", sizeBytes);
        write(*late, 1);
        const auto first = HttpCache::open(folder.path(), "u", "1", sizeBytes);
        for (size_t user = 0; user < users; ++user) {
            write(*first, user);
        }
        const auto file = first->completeFile();
        QVERIFY(file != nullptr);
        for (size_t user = 0; user < users; ++user) {
            write(*late, user);
        }
        QVERIFY(late->completeFile() != nullptr);
        QVERIFY(File::identityOf(file->path) == file->identity);
    }

    void whoMakesThemIsWaitedFor()
    {
        const test::TemporaryFolder folder;
        std::filesystem::path lockPath;
        {
            const auto cache = HttpCache::open(folder.path(), "u", "1", sizeBytes);
            lockPath = onlyFile(folder.path(), ".data");
        }
        lockPath.replace_extension(".lock");
        auto lock = OutputSystem::native().lock(lockPath);
        QVERIFY(lock.has_value());
        clearCache(folder.path()); // what keeps two apart stays
        QVERIFY(std::filesystem::exists(lockPath));
        const auto begin = std::chrono::steady_clock::now();
        const std::jthread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            OutputSystem::native().unlock(lock->handle, lockPath, true);
        });
        QVERIFY(HttpCache::open(folder.path(), "u", "1", sizeBytes) != nullptr);
        QVERIFY(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(100));
        // One that a killed process left is nobody's.
        std::ofstream(lockPath).close();
        QVERIFY(HttpCache::open(folder.path(), "u", "1", sizeBytes) != nullptr);
        QVERIFY(!std::filesystem::exists(lockPath));
        std::ofstream(lockPath).close();
        clearCache(folder.path());
        QCOMPARE(folder.fileCount(), size_t {0});
    }
};

QTEST_GUILESS_MAIN(TestSharedCache)
#include "tst_http_sharedcache.moc"
