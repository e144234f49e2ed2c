// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/folder.h"
#include "tests/engine/temporaryfolder.h"

#include <QtTest>

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
        QVERIFY(error == std::errc::not_a_directory);
    }
};

QTEST_GUILESS_MAIN(TestFolder)
#include "tst_folder.moc"
