// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/writerlock.h"

#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>
#include <atomic>
#include <thread>
#include <vector>

using namespace weightless;
using weightless::test::contentOf;
using weightless::test::TemporaryFolder;

class TestWriterLock : public QObject {
    Q_OBJECT

private slots:
    void oneHolder()
    {
        const TemporaryFolder folder;
        {
            const WriterLock lock(folder / "out");
            EXPECT_ERROR(WriterLock(folder / "out"), ErrorKind::Io, "out' is being written by another");
            const WriterLock other(folder / "other");
        }
        QCOMPARE(folder.fileCount(), size_t {0});
        const WriterLock again(folder / "out");
        QVERIFY(again.abandonedNote().empty());
    }

    void notesOutlastTheirHolder()
    {
        const TemporaryFolder folder;
        {
            WriterLock lock(folder / "out");
            lock.note("weightless and a long note of what is to be done");
            lock.note("weightless note");
            lock.keepNote();
        }
        QCOMPARE(contentOf(folder / "out.lock"), std::string("weightless note"));
        {
            const WriterLock lock(folder / "out");
            QCOMPARE(lock.abandonedNote(), std::string("weightless note"));
        }
        QCOMPARE(folder.fileCount(), size_t {0});
    }

    void filesOfOthersAreNoLocks()
    {
        const TemporaryFolder folder;
        for (const std::string text : {"x", "weightlifting", " weightless "}) {
            folder.write("out.lock", text);
            EXPECT_ERROR(
                WriterLock(folder / "out"), ErrorKind::Io, "out.lock' is its lock, but there is a file");
            QCOMPARE(contentOf(folder / "out.lock"), text);
        }
    }

    // A killed holder leaves an empty file, or as much of its note as it wrote.
    void abandonedLocksAreTaken()
    {
        const TemporaryFolder folder;
        for (const std::string text : {"", "we", "weightless ", "weightless save 1\nmod"}) {
            folder.write("out.lock", text);
            QCOMPARE(WriterLock(folder / "out").abandonedNote(), text);
            QCOMPARE(folder.fileCount(), size_t {0});
        }
    }

    void neverTwoAtOnce()
    {
        const TemporaryFolder folder;
        std::atomic<int> holders = 0;
        std::atomic<int> mistakes = 0;
        std::atomic<int> held = 0;
        const auto lockOften = [&] {
            for (int i = 0; i < 2000; ++i) {
                const auto error = weightless::test::errorOf([&] {
                    const WriterLock lock(folder / "out");
                    mistakes += holders.fetch_add(1);
                    ++held;
                    --holders;
                });
            }
        };
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back(lockOften);
            }
        }
        QVERIFY(held > 0);
        QCOMPARE(mistakes.load(), 0);
        QCOMPARE(folder.fileCount(), size_t {0});
    }

    void nothingElseIsTakenForALock()
    {
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder / "folder.lock");
        EXPECT_ERROR(WriterLock(folder / "folder"), ErrorKind::Io, "folder.lock");
        EXPECT_ERROR(WriterLock(folder / "no folder" / "out"), ErrorKind::Io, "out.lock");
#ifdef Q_OS_UNIX
        folder.write("target", "x");
        std::filesystem::create_symlink("target", folder / "out.lock");
        EXPECT_ERROR(WriterLock(folder / "out"), ErrorKind::Io, "out.lock");
        QCOMPARE(contentOf(folder / "target"), std::string("x"));
#endif
    }
};

QTEST_APPLESS_MAIN(TestWriterLock)
#include "tst_writerlock.moc"
