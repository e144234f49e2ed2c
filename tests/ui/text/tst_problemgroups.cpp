// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/problemtexts.h"
#include "ui/text/loadtext.h"
#include "ui/text/problemgroups.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ui;

class ProblemGroupsTest : public QObject {
    Q_OBJECT

private slots:
    // There is no file to look for where it came from a server.
    void whatAServerDoesNotGiveIsNoFileToRestore()
    {
        const Error gone(ErrorKind::Io, "Cannot read 'http://host:8000/m.onnx': no connection could be made");
        QCOMPARE(problemOf(Task::Open, gone).advice, ProblemText::webAdvice());
        for (const Task task : {Task::Load, Task::Run, Task::General})
            QCOMPARE(problemOf(task, gone).advice, ProblemText::serverAdvice());
        const Error here(ErrorKind::Io, "Cannot read '/models/m.onnx': No such file");
        QCOMPARE(problemOf(Task::Load, here).advice, ProblemText::advice(Task::Load, ErrorKind::Io));
    }

    void equalCausesAreOneProblem()
    {
        std::vector<std::string> messages;
        for (int i = 0; i < 808; ++i)
            messages.push_back("Constant 'block." + std::to_string(i) + "' float16[" + std::to_string(i)
                + ", 3]: its external data '/models/u14.onnx_data' cannot be opened (No such file)");
        messages.push_back(
            "Constant 'b' float16[]: its external data '/models/other' cannot be opened (No such file)");
        for (int i = 0; i < 5; ++i)
            messages.push_back("Graph 'g' has two inputs named 'x" + std::to_string(i) + "'");
        messages.push_back("Something else");
        const std::vector<Problem> problems = ProblemGroups::ofOpening(messages);
        QCOMPARE(problems.size(), size_t {4});
        for (const Problem& problem : problems) {
            QVERIFY(problem.severity == Severity::Warning);
            QVERIFY(problem.task == Task::Open);
        }
        // Data may come back; what else is wrong lies in the file.
        for (const size_t ofData : {0, 1})
            QCOMPARE(problems[ofData].advice, ProblemText::advice(Task::Open, ErrorKind::Io));
        for (const size_t ofFile : {2, 3})
            QCOMPARE(problems[ofFile].advice, ProblemText::advice(Task::Open, ErrorKind::InvalidArgument));
        QVERIFY2(problems[0].message.contains(QLatin1String("808")), qPrintable(problems[0].message));
        QVERIFY(problems[0].message.contains(QLatin1String("block.0")));
        QVERIFY(problems[0].message.contains(QLatin1String("u14.onnx_data")));
        QCOMPARE(problems[1].message, QString::fromStdString(messages[808]));
        QVERIFY(problems[2].message.startsWith(QLatin1String("5 ")));
        QCOMPARE(problems[3].message, QStringLiteral("Something else"));
        QVERIFY(ProblemGroups::ofOpening({}).empty());
    }

    // What the reader lists no more is of the same cause.
    void whatIsNotListedCounts()
    {
        const std::string first =
            "Constant 'a' float16[1]: its external data '/m.onnx_data' cannot be opened";
        const std::vector<Problem> problems = ProblemGroups::ofOpening(
            {first, "Constant 'b' float16[1]: its external data '/m.onnx_data' cannot be opened",
                "Graph 'g' has two inputs named 'x'", "and 148 more tensors whose bytes cannot be had"});
        QCOMPARE(problems.size(), size_t {2});
        QVERIFY2(problems[0].message.startsWith(QLatin1String("150 ")), qPrintable(problems[0].message));
        QVERIFY(problems[0].message.contains(QString::fromStdString(first)));
    }

    // The reader has one line for each data file, which says how many of its constants have no data.
    void whatTheReaderCountedOfAFileCounts()
    {
        const std::string first =
            "Constant 'a' float16[1]: its external data '/m.onnx_data' cannot be opened";
        const std::string other = "Constant 'b' float16[1]: its external data '/b.bin' cannot be opened";
        const std::vector<Problem> problems =
            ProblemGroups::ofOpening({first + std::string(onnx_io::constantsOfTheFile) + "107)", other});
        QCOMPARE(problems.size(), size_t {2});
        QVERIFY2(problems[0].message.startsWith(QLatin1String("107 ")), qPrintable(problems[0].message));
        QVERIFY2(
            problems[0].message.endsWith(QString::fromStdString(first)), qPrintable(problems[0].message));
        QCOMPARE(problems[1].message, QString::fromStdString(other));
    }

    void clampedWeightsAreOneWarning()
    {
        std::vector<ClampedConstant> clamped {{"first", DataType::Float16, 1200}};
        const Problem one = ProblemGroups::ofClamped(clamped);
        QCOMPARE(one.task, Task::Load);
        QVERIFY(one.severity == Severity::Warning);
        QVERIFY2(one.message.contains(QLatin1String("float16")), qPrintable(one.message));
        QVERIFY2(one.message.contains(QLocale().toString(1200)), qPrintable(one.message));
        QVERIFY2(one.message.endsWith(QLatin1String("'first'")), qPrintable(one.message));
        for (const char* name : {"second", "third", "fourth", "fifth"})
            clamped.push_back({name, DataType::Float16, 1});
        const Problem many = ProblemGroups::ofClamped(clamped);
        QVERIFY2(many.message.contains(QLocale().toString(1204)), qPrintable(many.message));
        QVERIFY2(many.message.contains(QLatin1String("'third' and 2 more")), qPrintable(many.message));
        QVERIFY2(!many.message.contains(QLatin1String("fourth")), qPrintable(many.message));
    }

    // Over HTTP nothing is zero-copy, whatever was asked for.
    void theModeIsTheOneThatWasUsed()
    {
        LoadReport report;
        report.mode = LoadMode::ZeroCopy;
        QVERIFY(LoadText::modeOf(report) == LoadMode::ZeroCopy);
        report.bytesByPath[static_cast<size_t>(LoadPath::Direct)] = 1000;
        QVERIFY(LoadText::modeOf(report) == LoadMode::Streamed);
        report.bytesByPath[static_cast<size_t>(LoadPath::Imported)] = 1;
        QVERIFY(LoadText::modeOf(report) == LoadMode::ZeroCopy);
        report.mode = LoadMode::Conventional;
        QVERIFY(LoadText::modeOf(report) == LoadMode::Conventional);
    }

    void adviceFitsTheRun()
    {
        QVERIFY(!ProblemText::advice(Task::Run, ErrorKind::Unsupported).isEmpty());
        const QString advice = ProblemText::advice(Task::Run, ErrorKind::InvalidArgument);
        QVERIFY2(advice.contains(QLatin1String("free dimensions")), qPrintable(advice));
        const QString ofPlan = ProblemText::advice(Task::Build, ErrorKind::InvalidArgument);
        QVERIFY2(
            ofPlan.contains(QLatin1String("free dimensions")) && !ofPlan.contains(QLatin1String("source")),
            qPrintable(ofPlan));
    }
};

QTEST_GUILESS_MAIN(ProblemGroupsTest)
#include "tst_problemgroups.moc"
