// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/folder.h"

#include "engine/base/platform/verbatimpath.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <map>
#include <set>

using namespace weightless;

namespace fs = std::filesystem;

class TestFolder : public QObject {
    Q_OBJECT

private slots:
    void namesWithoutDots()
    {
        const test::TemporaryFolder folder;
        folder.write("file.onnx", "x");
        folder.write(".hidden", "x");
        fs::create_directory(folder / "größe");
        std::error_code error = std::make_error_code(std::errc::io_error);
        const std::vector<fs::path> names = namesIn(folder.path(), error);
        QVERIFY(!error);
        QCOMPARE(std::set<fs::path>(names.begin(), names.end()),
            (std::set<fs::path> {"file.onnx", ".hidden", "größe"}));
        QCOMPARE(names.size(), size_t {3});
    }

    void anEmptyFolderHasNone()
    {
        const test::TemporaryFolder folder;
        std::error_code error;
        QVERIFY(namesIn(folder.path(), error).empty());
        QVERIFY(!error);
    }

    void whatCannotBeReadSaysWhy()
    {
        const test::TemporaryFolder folder;
        std::error_code error;
        QVERIFY(namesIn(folder / "missing", error).empty());
        QVERIFY(error == std::errc::no_such_file_or_directory);
        QVERIFY(namesIn(folder.write("file", "x"), error).empty());
        QVERIFY(error);
#ifndef Q_OS_WIN // which has a word of its own for it
        QVERIFY(error == std::errc::not_a_directory);
#endif
    }

    void lastNamesAreWhatPathsLeadTo()
    {
        const test::TemporaryFolder folder;
        const fs::path inner = folder / "größe";
        fs::create_directories(inner / "x");
        for (const fs::path& path : {inner, inner / "", inner / ".", inner / "x" / ".."}) {
            QCOMPARE(lastName(path), std::string("größe"));
        }
        QCOMPARE(lastName(folder / "missing.onnx"), std::string("missing.onnx"));
        QVERIFY(!lastName(fs::path("/")).empty());
#ifndef Q_OS_WIN // where the standard library makes no links
        fs::create_directory_symlink(inner, folder / "link");
        for (const fs::path& path : {folder / "link", folder / "link/", folder / "link/./"}) {
            QCOMPARE(lastName(path), std::string("link"));
        }
        QCOMPARE(lastName(folder / "link/x/.."), std::string("größe"));
#endif
    }

    void canonicalPathsHaveNoLinksAndDots()
    {
        const test::TemporaryFolder folder;
        fs::create_directory(folder / "inner");
        folder.write("inner/file", "x");
        std::error_code error = std::make_error_code(std::errc::io_error);
        const fs::path root = canonicalPath(folder.path(), error);
        QVERIFY2(!error, error.message().c_str());
        QVERIFY(root.is_absolute());
        for (const char* name : {"inner/file", "./inner/./file", "inner/../inner/file"}) {
            QCOMPARE(canonicalPath(folder / name, error), root / "inner" / "file");
        }
#ifndef Q_OS_WIN // where the standard library makes no links
        fs::create_directory_symlink(folder / "inner", folder / "link");
        QCOMPARE(canonicalPath(folder / "link/file", error), root / "inner" / "file");
        QCOMPARE(canonicalPath(folder / "link/.", error), root / "inner");
#endif
        QVERIFY2(!error, error.message().c_str());

        QVERIFY(canonicalPath(folder / "missing", error).empty());
        QVERIFY2(error == std::errc::no_such_file_or_directory, error.message().c_str());
    }

    // Windows' own way to write paths that no length limits; it is text to everybody else.
    void verbatimPathsAreShownPlain()
    {
        using namespace platform;
        const std::map<std::wstring, std::wstring> plainOf {
            {LR"(\\?\C:\models\m.onnx)", LR"(C:\models\m.onnx)"},
            {LR"(\\?\C:)", L"C:"},
            {LR"(\\?\UNC\server\share\m.onnx)", LR"(\\server\share\m.onnx)"},
        };
        for (const auto& [verbatim, plain] : plainOf) {
            QCOMPARE(withoutVerbatimPrefix(verbatim), plain);
            QCOMPARE(withVerbatimPrefix(plain), verbatim);
        }
        const std::wstring volume = LR"(\\?\Volume{1}\m)";
        for (const std::wstring& other :
            {std::wstring(), volume, std::wstring(LR"(\\server\m)"), std::wstring(L"m")}) {
            QCOMPARE(withoutVerbatimPrefix(other), other);
        }
    }
};

QTEST_GUILESS_MAIN(TestFolder)
#include "tst_folder.moc"
