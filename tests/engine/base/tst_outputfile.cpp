// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputfile.h"

#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QtTest>

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
        std::filesystem::create_directory(folder / "taken");
        folder.write("taken/inside", "x");
        OutputFile file(folder / "taken");
        file.write("x");
        EXPECT_ERROR(file.commit(), ErrorKind::Io, "taken");
    }
};

QTEST_APPLESS_MAIN(TestOutputFile)
#include "tst_outputfile.moc"
