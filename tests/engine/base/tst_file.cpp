// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file.h"

#include "engine/base/platform/platform.h"
#include "engine/base/programpath.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>
#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

using namespace weightless;
using weightless::test::TemporaryFolder;

namespace {

std::string read(const File& file, uint64_t offset, size_t count)
{
    std::string text(count, '\0');
    file.readAt(offset, std::as_writable_bytes(std::span(text)));
    return text;
}

} // namespace

class TestFile : public QObject {
    Q_OBJECT

private slots:
    void theProgramsOwn()
    {
        const auto path = programPath();
        QVERIFY(path.filename().string().find("test") != std::string::npos
            || path.filename().string().find("tst_") != std::string::npos);
        std::array<std::byte, 4> begin {};
        File::open(path)->readAt(0, begin);
        const std::string magic(reinterpret_cast<const char*>(begin.data()), begin.size());
        QVERIFY(magic
                == "\x7f"
                   "ELF"
            || magic.starts_with("MZ"));
    }

    void readsAnywhere()
    {
        const TemporaryFolder folder;
        const auto file = File::open(folder.write("a", "0123456789"));
        QCOMPARE(file->sizeBytes(), 10u);
        const int64_t modifiedNs = file->identity().modifiedNs;
        QVERIFY(modifiedNs > int64_t {1'600'000'000} * 1'000'000'000); // since 1970
        QCOMPARE(read(*file, 3, 4), std::string("3456"));
        QCOMPARE(read(*file, 10, 0), std::string());
        EXPECT_ERROR(read(*file, 8, 3), ErrorKind::Io, "ends at byte 10");
        EXPECT_ERROR(read(*file, uint64_t {1} << 40, 1), ErrorKind::Io, "ends at byte");
    }

    void refusesWhatIsNoFile()
    {
        const TemporaryFolder folder;
        EXPECT_ERROR(File::open(folder / "missing"), ErrorKind::Io, "missing");
        EXPECT_ERROR(File::open(folder.path()), ErrorKind::Io, "not a regular file");
        EXPECT_ERROR(File::identityOf(folder / "missing"), ErrorKind::Io, "missing");
    }

    void readsBeyondFourGigabytes()
    {
        const TemporaryFolder folder;
        const auto path = folder.write("sparse", "");
        const uint64_t offset = (uint64_t {5} << 30) + 3;
        std::filesystem::resize_file(path, offset);
        {
            std::ofstream stream(path, std::ios::binary | std::ios::app);
            stream << "end";
        }
        const auto file = File::open(path);
        QCOMPARE(file->sizeBytes(), offset + 3);
        QCOMPARE(read(*file, offset, 3), std::string("end"));
        QCOMPARE(read(*file, offset - 1, 2), std::string("\0e", 2));
    }

    void noticesChanges()
    {
#ifdef Q_OS_WIN
        QSKIP("what is open can be neither written nor replaced there");
#endif
        const TemporaryFolder folder;
        const auto path = folder.write("a", "before");
        const auto file = File::open(path);
        const FileReference reference {path, file->identity()};
        file->checkUnchanged();
        QCOMPARE(File::open(reference)->sizeBytes(), 6u);

        folder.write("b", "after!");
        std::filesystem::rename(folder / "b", path); // same size, another file
        EXPECT_ERROR(file->checkUnchanged(), ErrorKind::Io, "changed or replaced");
        EXPECT_ERROR(File::open(reference), ErrorKind::Io, "changed or replaced");
        QCOMPARE(read(*file, 0, 6), std::string("before"));
        std::filesystem::remove(path);
        EXPECT_ERROR(file->checkUnchanged(), ErrorKind::Io, "a");
    }

    // A program may give a file any time of modification, but not take back that it changed it.
    void noticesChangesThatAreHidden()
    {
#ifdef Q_OS_WIN
        QSKIP("what is open can be neither written nor replaced there");
#endif
        const TemporaryFolder folder;
        const auto path = folder.write("a", "before");
        const auto time = std::filesystem::last_write_time(path);
        const auto file = File::open(path);
        QTest::qSleep(20); // the system's clock for files is a coarse one
        folder.write("a", "behind");
        std::filesystem::last_write_time(path, time);
        QCOMPARE(File::identityOf(path).modifiedNs, file->identity().modifiedNs);
        EXPECT_ERROR(file->checkUnchanged(), ErrorKind::Io, "changed or replaced");
        EXPECT_ERROR(file->checkContentUnchanged(), ErrorKind::Io, "changed or replaced");
    }

    // Other bytes of the same length, with the time of the first.
    void aChangeWhoseTimeIsPutBackIsNoticed()
    {
#ifdef Q_OS_WIN
        QSKIP("the standard library puts back whole seconds there");
#endif
        const TemporaryFolder folder;
        const auto path = folder.write("a", "content");
        const auto written = std::filesystem::last_write_time(path);
        const FileReference reference {path, File::identityOf(path)};
        QTest::qSleep(20); // beyond the grain of the system's clock for files
        std::fstream(path, std::ios::in | std::ios::out | std::ios::binary) << "CONTENT";
        std::filesystem::last_write_time(path, written);
        QCOMPARE(File::identityOf(path).modifiedNs, reference.identity.modifiedNs);
        EXPECT_ERROR(File::open(reference), ErrorKind::Io, "open the model again");
    }

    void opensBeneathAFolder()
    {
#ifdef Q_OS_WIN
        QSKIP("the standard library makes no links there");
#endif
        const TemporaryFolder outside;
        const TemporaryFolder folder;
        outside.write("secret", "secret");
        std::filesystem::create_directory(folder / "inner");
        folder.write("inner/a", "inside");
        std::filesystem::create_symlink(outside / "secret", folder / "link");
        std::filesystem::create_symlink("inner/a", folder / "inside link");
        std::filesystem::create_directory_symlink(outside.path(), folder / "linked");
        for (const auto open : {platform::openBeneath, platform::openBeneathByPath}) {
            const auto opened = open(folder.path(), "inner/a");
            QVERIFY(opened.identity == File::identityOf(folder / "inner/a"));
            platform::closeFile(opened.handle);
            for (const char* name : {"link", "inside link", "linked/secret"}) {
                EXPECT_ERROR(open(folder.path(), name), ErrorKind::Io, name);
            }
            EXPECT_ERROR(open(folder.path(), "inner"), ErrorKind::Io, "not a regular file");
            EXPECT_ERROR(open(folder / "none", "a"), ErrorKind::Io, "none");
        }
    }

    void threadsShareOneFile()
    {
        const TemporaryFolder folder;
        std::string content(1 << 20, '\0');
        for (size_t i = 0; i < content.size(); ++i) {
            content[i] = static_cast<char>(i * 31 >> 8);
        }
        const auto file = File::open(folder.write("a", content));
        std::atomic<int> mismatches = 0;
        {
            std::vector<std::jthread> threads;
            for (size_t t = 0; t < 4; ++t) {
                threads.emplace_back([&, t] {
                    for (size_t i = t; i < 256; i += 4) {
                        mismatches += read(*file, i * 4096, 4096) == content.substr(i * 4096, 4096) ? 0 : 1;
                    }
                });
            }
        }
        QCOMPARE(mismatches.load(), 0);
    }

    void mapping()
    {
        const TemporaryFolder folder;
        EXPECT_ERROR(FileMapping(File::open(folder.write("empty", ""))), ErrorKind::Io, "empty");
        const FileMapping mapping(File::open(folder.write("a", "mapped")));
        QCOMPARE(mapping.bytes().size(), size_t {6});
        QCOMPARE(std::memcmp(mapping.bytes().data(), "mapped", 6), 0);
        QVERIFY(FileMapping::pageSizeBytes() >= 4096);
        QCOMPARE(FileMapping::pageSizeBytes() & (FileMapping::pageSizeBytes() - 1), 0u);
    }

    void pathsAreShownAsUtf8()
    {
        const TemporaryFolder folder;
        const auto path = folder.path() / u8"modèle-模型";
        std::ofstream(path) << "x";
        QCOMPARE(File::open(path)->sizeBytes(), 1u);
        QVERIFY(displayPath(path).ends_with("modèle-模型"));
    }

    // Windows takes either separator, and joins what was typed with its own.
    void pathsAreShownWithTheSystemsSeparators()
    {
        const std::string separator(1, static_cast<char>(std::filesystem::path::preferred_separator));
        QCOMPARE(displayPath(std::filesystem::path("a/b") / "c"), "a" + separator + "b" + separator + "c");
        const std::string address = "https://host/a/b.onnx?x=1";
        QCOMPARE(displayPath(std::filesystem::path(address)), address);
    }
};

QTEST_APPLESS_MAIN(TestFile)
#include "tst_file.moc"
