// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/arguments.h"
#include "app/cli/verbs/verbs.h"

#include <QString>
#include <QStringList>
#include <QTest>

using namespace weightless::cli;

namespace {

const VerbSpec verb {"paint", "Paints things in a colour.", {"CANVAS", "THING…"},
    {{"--colour", "NAME", "the colour"}, {"--fast", "", "in a hurry"},
        {"--size", "NAME=LENGTH", "a size", true}, {"--layers", "N", "how many"},
        {"--room", "SIZE", "how much"}},
    "One paragraph.\nAnother one."};

Arguments parse(std::vector<std::string> words)
{
    return {verb, words};
}

std::string failure(const std::vector<std::string>& words)
{
    try {
        const Arguments arguments(verb, words);
        (void)arguments.pairs("--size");
        (void)arguments.integer("--layers", 1, 9);
        (void)arguments.bytes("--room", 1024, 4096);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

} // namespace

class TestCliArguments : public QObject {
    Q_OBJECT

private slots:
    void optionsAndPositionals();
    void dashDashEndsOptions();
    void pairsSplitAtTheFirstEquals();
    void helpWinsOverErrors();
    void refuses_data();
    void refuses();
    void sizesAndWhatIsNeeded();
    void helpNamesEverything();
    void everyParagraphIsWhole();
    void closest();
    void integers();
};

void TestCliArguments::optionsAndPositionals()
{
    const Arguments arguments =
        parse({"wall", "--colour=red", "door", "--fast", "--layers", "3", "--size", "a=1", "--size", "b=2"});
    QCOMPARE(arguments.positionals(), (std::vector<std::string> {"wall", "door"}));
    QCOMPARE(arguments.value("--colour"), std::optional<std::string>("red"));
    QVERIFY(arguments.has("--fast"));
    QCOMPARE(arguments.integer("--layers", 1, 9), std::optional<int64_t>(3));
    QCOMPARE(arguments.values("--size").size(), size_t {2});
    QVERIFY(!parse({"wall", "door"}).value("--colour"));
}

void TestCliArguments::dashDashEndsOptions()
{
    const Arguments arguments = parse({"--", "--colour", "-"});
    QCOMPARE(arguments.positionals(), (std::vector<std::string> {"--colour", "-"}));
}

void TestCliArguments::pairsSplitAtTheFirstEquals()
{
    const auto pairs = parse({"wall", "door", "--size", "a=b=c", "--size=d=e"}).pairs("--size");
    QCOMPARE(pairs.size(), size_t {2});
    QCOMPARE(pairs[0].first, std::string("a"));
    QCOMPARE(pairs[0].second, std::string("b=c"));
    QCOMPARE(pairs[1].second, std::string("e"));
    const auto sizes = parse({"wall", "door", "--size", "a=b=3"}).pairs("--size", Arguments::lastEquals);
    QCOMPARE(sizes[0].first, std::string("a=b"));
    QCOMPARE(sizes[0].second, std::string("3"));
}

void TestCliArguments::helpWinsOverErrors()
{
    QVERIFY(parse({"--help"}).isHelp());
    QVERIFY(parse({"wall", "-h"}).isHelp());
    QVERIFY(!parse({"wall", "door", "--", "--help"}).isHelp());
}

void TestCliArguments::refuses_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown") << QStringList {"wall", "door", "--color"} << "did you mean '--colour'?";
    QTest::newRow("missing value") << QStringList {"wall", "door", "--colour"} << "needs a value";
    QTest::newRow("unwanted value") << QStringList {"wall", "door", "--fast=1"} << "takes no value";
    QTest::newRow("twice") << QStringList {"wall", "door", "--fast", "--fast"} << "given twice";
    QTest::newRow("positional") << QStringList {"wall"} << "needs THING";
    QTest::newRow("no pair") << QStringList {"wall", "door", "--size", "a"} << "NAME=LENGTH";
    QTest::newRow("empty name") << QStringList {"wall", "door", "--size", "=a"} << "NAME=LENGTH";
    QTest::newRow("empty value") << QStringList {"wall", "door", "--size", "a="} << "NAME=LENGTH";
    QTest::newRow("doubled name") << QStringList {"wall", "door", "--size", "a=1", "--size", "a=2"}
                                  << "twice for 'a'";
    QTest::newRow("range") << QStringList {"wall", "door", "--layers", "10"} << "from 1 to 9, not '10'";
    QTest::newRow("small size") << QStringList {"wall", "door", "--room", "1"} << "from 1K to 4K";
    QTest::newRow("no size") << QStringList {"wall", "door", "--room", "2KB"} << "not '2KB'";
    QTest::newRow("overflow") << QStringList {"wall", "door", "--layers", "99999999999999999999"}
                              << "from 1 to 9";
}

void TestCliArguments::sizesAndWhatIsNeeded()
{
    QCOMPARE(
        parse({"wall", "door", "--room", "2k"}).bytes("--room", 1024, 4096), std::optional<uint64_t>(2048));
    VerbSpec strict = verb;
    strict.options[0].isNeeded = true;
    const std::vector<std::string> words {"wall", "door"};
    QVERIFY_EXCEPTION_THROWN(Arguments(strict, words), UsageError);
    QVERIFY(helpText(strict).find("THING… --colour NAME [--fast]") != std::string::npos);
}

void TestCliArguments::refuses()
{
    QFETCH(QStringList, words);
    QFETCH(QString, part);
    std::vector<std::string> plain;
    for (const QString& word : words) {
        plain.push_back(word.toStdString());
    }
    const QString message = QString::fromStdString(failure(plain));
    QVERIFY2(message.contains(part), qPrintable(message));
}

void TestCliArguments::helpNamesEverything()
{
    const std::string help = helpText(verb);
    for (const char* part :
        {"Usage: weightless-cli paint CANVAS THING… [--colour NAME]", "[--size NAME=LENGTH]…",
            "Paints things", "in a hurry", "--help", "\n\nOne paragraph.\n\nAnother one.\n"}) {
        QVERIFY2(help.find(part) != std::string::npos, part);
    }
}

// A line's end within a sentence would tear it: every line of the details is a paragraph of the help.
void TestCliArguments::everyParagraphIsWhole()
{
    for (const Verb& each : allVerbs()) {
        const QStringList paragraphs =
            QString::fromStdString(each.spec.details).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        for (const QString& paragraph : paragraphs) {
            QVERIFY2(!paragraph.front().isLower(), qPrintable(paragraph));
            QVERIFY2(paragraph.endsWith(QLatin1Char('.')), qPrintable(paragraph));
        }
    }
}

void TestCliArguments::closest()
{
    const std::vector<std::string> names {"load", "run", "inspect"};
    QCOMPARE(closestName("laod", names), std::optional<std::string>("load"));
    QCOMPARE(closestName("inspekt", names), std::optional<std::string>("inspect"));
    QVERIFY(!closestName("frobnicate", names));
    QVERIFY(!closestName("x", std::vector<std::string> {"W", "b"}));
    QVERIFY(!closestName("", std::vector<std::string> {"W"}));
}

void TestCliArguments::integers()
{
    QCOMPARE(parseInteger("-12"), std::optional<int64_t>(-12));
    for (const char* text : {"", " 1", "1 ", "1.0", "0x10", "9223372036854775808"}) {
        QVERIFY2(!parseInteger(text), text);
    }
}

QTEST_APPLESS_MAIN(TestCliArguments)
#include "tst_cli_arguments.moc"
