// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputfile.h"

#include "engine/base/outputfiles.h"
#include "engine/base/writerlock.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/faultyoutput.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>
#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

using namespace weightless;
using weightless::test::contentOf;
using weightless::test::TemporaryFolder;

class TestOutputFile : public QObject {
    Q_OBJECT

private slots:
    void appearsOnCommit()
    {
        const TemporaryFolder folder;
        OutputFile file(folder / "out");
        file.write("abc");
        file.writeZeros(5000);
        QCOMPARE(file.sizeBytes(), 5003u);
        QVERIFY(!std::filesystem::exists(folder / "out"));
        file.commit();
        QCOMPARE(contentOf(folder / "out"), "abc" + std::string(5000, '\0'));
        QCOMPARE(folder.fileCount(), size_t {1});
    }

    void leavesNothingWithoutCommit()
    {
        const TemporaryFolder folder;
        folder.write("out", "old");
        {
            OutputFile file(folder / "out");
            file.write("new");
            file.finish();
        }
        QCOMPARE(contentOf(folder / "out"), std::string("old"));
        QCOMPARE(folder.fileCount(), size_t {1});
    }

    void replacesOnCommit()
    {
        const TemporaryFolder folder;
        folder.write("out", "old content");
        OutputFile file(folder / "out");
        file.write("new");
        file.commit();
        QCOMPARE(contentOf(folder / "out"), std::string("new"));
    }

    void failuresNameTheTarget()
    {
        const TemporaryFolder folder;
        EXPECT_ERROR(OutputFile(folder / "no such folder" / "out"), ErrorKind::Io, "no such folder");
        EXPECT_ERROR(OutputFile(folder / "no such folder" / "out"), ErrorKind::Io, "there is no folder");
        EXPECT_ERROR(OutputFile(""), ErrorKind::Io, "the name of a file");
        EXPECT_ERROR(OutputFile(folder.write("file", "") / "out"), ErrorKind::Io, "file' is no folder");
        const std::string longName(300, 'x');
        const auto refused = weightless::test::errorOf([&] { checkTarget(folder / longName); });
        QVERIFY(refused && refused->message().find(".part") == std::string::npos);
        OutputFile file(folder / "taken");
        file.write("x");
        std::filesystem::create_directory(folder / "taken");
        EXPECT_ERROR(file.commit(), ErrorKind::Io, "taken': it is a folder");
    }

    void targetsAreCheckedWithoutATrace()
    {
        const TemporaryFolder folder;
        checkTarget(folder / "out");
        QCOMPARE(folder.fileCount(), size_t {0});
        folder.write("out", "old");
        checkTarget(folder / "out");
        QCOMPARE(contentOf(folder / "out"), std::string("old"));
        QCOMPARE(folder.fileCount(), size_t {1});
        EXPECT_ERROR(checkTarget(folder.path()), ErrorKind::Io, "it is a folder");
    }

    void largeAndSmallWritesKeepTheirOrder()
    {
        const TemporaryFolder folder;
        OutputFile file(folder / "out");
        std::string expected;
        for (size_t i = 0; i < 200; ++i) {
            const std::string piece((i * 7919) % 200'000, static_cast<char>('a' + i % 26));
            file.write(piece);
            expected += piece;
        }
        QCOMPARE(file.sizeBytes(), uint64_t {expected.size()});
        file.commit();
        QVERIFY(contentOf(folder / "out") == expected);
    }

    void publishReplacesNothing()
    {
        const TemporaryFolder folder;
        OutputFile first(folder / "out");
        OutputFile second(folder / "out");
        first.write("first");
        second.write("second");
        first.publish();
        EXPECT_ERROR(second.publish(), ErrorKind::Io, "out");
        QCOMPARE(contentOf(folder / "out"), std::string("first"));
    }

    void everyCallMayFail()
    {
        using Fault = weightless::test::FaultyOutput::Fault;
        const std::string most(100'000, 'n');
        std::string whole = most;
        whole.append("more");
        for (const Fault fault : {Fault::Error, Fault::Kill, Fault::PowerCut, Fault::PowerCutUndoingNames}) {
            bool isReached = true;
            for (size_t call = 0; isReached; ++call) {
                const TemporaryFolder folder;
                folder.write("out", "old");
                weightless::test::FaultyOutput system(fault, call);
                const auto error = weightless::test::errorOf([&] {
                    OutputFile file(folder / "out", system);
                    file.write(most);
                    file.write("more");
                    file.commit();
                });
                isReached = system.hasFailed();
                const std::string content = contentOf(folder / "out");
                QVERIFY(content == "old" || content == whole);
                QVERIFY(error || content != "old");
                OutputFile(folder / "out").commit();
                QCOMPARE(folder.fileCount(), size_t {1});
            }
        }
    }

    void whatAKilledWriterLeftGoes()
    {
        const TemporaryFolder folder;
        folder.write("out.0123456789abcdef.part", "left");
        folder.write("out.0123456789abcdeg.part", "not ours");
        folder.write("another.0123456789abcdef.part", "another's");
        OutputFile first(folder / "out");
        OutputFile second(folder / "out"); // the first one is no leftover
        first.commit();
        second.commit();
        QCOMPARE(folder.fileCount(), size_t {3});
    }

    // What is on the disk and has not its name yet is a writer's still, also without a lock of its owner.
    void filesThatAreSyncedStay()
    {
        const TemporaryFolder folder;
        OutputFile file(folder / "out");
        file.write("first");
        file.sync();
        {
            OutputFile other(folder / "out");
            other.write("second");
            other.commit();
        }
        file.commit();
        QCOMPARE(contentOf(folder / "out"), std::string("first"));
    }

    // Thousands of files are closed until all are written: whoever writes to the same names lets them be.
    void closedFilesOfAWriterAtWorkStay()
    {
        const TemporaryFolder folder;
        folder.write("all.0123456789abcdef.part", "left");
        OutputFiles files(folder / "all");
        files.add(folder / "a").write("new a");
        files.add(folder / "b").write("new b"); // the first one is closed
        QCOMPARE(folder.fileCount(), size_t {3}); // two files and the lock
        OutputFile(folder / "all").commit();
        OutputFile(folder / "a").commit();
        EXPECT_ERROR(OutputFiles(folder / "all"), ErrorKind::Io, "all' is being written by another");
        files.commit();
        QCOMPARE(contentOf(folder / "a"), std::string("new a"));
        QCOMPARE(contentOf(folder / "b"), std::string("new b"));
        QCOMPARE(contentOf(folder / "all"), std::string());
    }

    void severalFilesReplaceAllOrTellWhich()
    {
        using Fault = weightless::test::FaultyOutput::Fault;
        bool isReached = true;
        size_t partly = 0;
        for (size_t call = 0; isReached; ++call) {
            const TemporaryFolder folder;
            weightless::test::FaultyOutput system(Fault::Error, call);
            for (const char* name : {"1", "2", "3"}) {
                folder.write(name, "old");
            }
            std::vector<size_t> told;
            const auto error = weightless::test::errorOf([&] {
                OutputFiles files(folder / "all", system);
                for (const char* name : {"1", "2", "3"}) {
                    files.add(folder / name).write("new");
                }
                files.commit([&told](size_t named) { told.push_back(named); });
            });
            isReached = system.hasFailed();
            for (size_t i = 0; i < 3; ++i) {
                const std::string content = contentOf(folder / std::to_string(i + 1));
                QCOMPARE(content, std::string(i < told.size() ? "new" : "old"));
            }
            QVERIFY(error || told.size() == 3);
            if (error && !told.empty() && told.size() < 3) {
                ++partly;
                const std::string message = error->message();
                QVERIFY2(message.find(std::to_string(told.size()) + " of 3 files") != std::string::npos,
                    message.c_str());
            }
        }
        QCOMPARE(partly, size_t {2});
    }

    // A full disk and a folder in the way are noticed before any is replaced.
    void whatIsInTheWayIsFoundFirst()
    {
        const TemporaryFolder folder;
        folder.write("1", "old");
        OutputFiles files(folder / "all");
        files.add(folder / "1").write("new");
        files.add(folder / "2").write("new");
        std::filesystem::create_directory(folder / "2");
        EXPECT_ERROR(files.commit(), ErrorKind::Io, "2': it is a folder");
        QCOMPARE(contentOf(folder / "1"), std::string("old"));
    }

    // Whatever a folder takes for a name can be written.
    void longNamesAreWritten_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("letters") << QString(251, u'x') + QStringLiteral(".png");
#ifdef Q_OS_UNIX
        QTest::newRow("characters of three bytes") << QStringLiteral("ab") + QString(83, QChar(0x4e2d));
        QTest::newRow("characters of two bytes") << QString(127, QChar(0xe4));
#endif
    }

    void longNamesAreWritten()
    {
        QFETCH(QString, name);
        const TemporaryFolder folder;
        const std::filesystem::path path = folder.path() / name.toStdU16String();
        {
            OutputFile file(path);
            file.write("all");
            const std::string temporary = file.temporary().filename().string();
            QCOMPARE(QString::fromUtf8(temporary.c_str()).toUtf8().toStdString(), temporary);
            file.commit();
        }
        {
            OutputFiles files(path);
            files.add(path).write("new");
            files.commit();
        }
        QCOMPARE(contentOf(path), std::string("new"));
        QCOMPARE(folder.fileCount(), size_t {1});
    }

#ifdef Q_OS_UNIX
    void permissionsAreKept()
    {
        namespace fs = std::filesystem;
        const TemporaryFolder folder;
        const auto secret = fs::perms::owner_read | fs::perms::owner_write;
        fs::permissions(folder.write("out", "secret"), secret);
        OutputFile file(folder / "out");
        QCOMPARE(fs::status(file.temporary()).permissions(), secret);
        file.commit();
        QCOMPARE(fs::status(folder / "out").permissions(), secret);
        OutputFiles files(folder / "all");
        files.add(folder / "out").write("new");
        files.commit();
        QCOMPARE(fs::status(folder / "out").permissions(), secret);
    }

    void onlyRegularFilesAreReplaced()
    {
        const TemporaryFolder folder;
        folder.write("file", "x");
        std::filesystem::create_symlink("file", folder / "link");
        QCOMPARE(::mkfifo((folder / "pipe").c_str(), 0600), 0);
        EXPECT_ERROR(OutputFile(folder / "link"), ErrorKind::Io, "symbolic link");
        EXPECT_ERROR(OutputFile(folder / "pipe"), ErrorKind::Io, "no regular file");
        EXPECT_ERROR(OutputFile("/dev/null"), ErrorKind::Io, "no regular file");
        QCOMPARE(folder.fileCount(), size_t {3});
    }
#endif
};

QTEST_APPLESS_MAIN(TestOutputFile)
#include "tst_outputfile.moc"
