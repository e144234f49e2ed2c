// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/docs/completion.h"
#include "app/docs/manpage.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;

namespace {

QString toQString(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

class TestDocs : public QObject {
    Q_OBJECT

private slots:
    void roffShowsTextAsItIs();
    void everyOptionIsOnThePage();
    void bashCompletes_data();
    void bashCompletes();
    void textsThatShellsWouldRead();
};

void TestDocs::roffShowsTextAsItIs()
{
    QCOMPARE(docs::roff(".TH x\n'y\n\\fB -z \"q\""), std::string("\\&.TH x\n\\&'y\n\\efB \\-z \\(dqq\\(dq"));
}

void TestDocs::everyOptionIsOnThePage()
{
    const std::vector<cli::Verb> verbs = cli::allVerbs();
    const QString page = toQString(docs::commandLineManPage(verbs));
    const QString fish = toQString(docs::fishCompletion(verbs));
    const QString zsh = toQString(docs::zshCompletion(verbs));
    QVERIFY(page.contains("\n\\fB\\-\\-prompt\\fR \\fITEXT\\fR\n[")); // which must be given
    for (const cli::Verb& verb : verbs) {
        QVERIFY2(
            page.contains(toQString(".SS \"" + docs::roff(verb.spec.name) + "\"")), verb.spec.name.c_str());
        QVERIFY(zsh.contains(toQString("    " + verb.spec.name + ")")));
        for (const cli::OptionSpec& option : verb.spec.options) {
            QVERIFY2(page.contains(toQString(".TP\n\\fB" + docs::roff(option.name))), option.name.c_str());
            QVERIFY2(fish.contains(toQString(
                         "__fish_seen_subcommand_from " + verb.spec.name + "' -l " + option.name.substr(2))),
                option.name.c_str());
            QVERIFY2(zsh.contains(toQString(option.name + "[")), option.name.c_str());
        }
    }
}

void TestDocs::bashCompletes_data()
{
    QTest::addColumn<QStringList>("words"); // the last one is completed
    QTest::addColumn<QString>("expected"); // one of the completions
    QTest::newRow("verb") << QStringList {"weightless-cli", "ins"} << "inspect";
    QTest::newRow("option") << QStringList {"weightless-cli", "load", "--mo"} << "--mode";
    QTest::newRow("help") << QStringList {"weightless-cli", "run", "--he"} << "--help";
    QTest::newRow("file") << QStringList {"weightless-cli", "inspect", "some"} << "some model.onnx";
    QTest::newRow("file of an option")
        << QStringList {"weightless-cli", "inspect", "--csv", "some"} << "some model.onnx";
}

void TestDocs::bashCompletes()
{
    QFETCH(QStringList, words);
    QFETCH(QString, expected);
    QTemporaryDir folder;
    QFile model(folder.filePath("some model.onnx"));
    QVERIFY(model.open(QIODevice::WriteOnly));
    model.close();
    QFile script(folder.filePath("completion"));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(QByteArray::fromStdString(docs::bashCompletion(cli::allVerbs())));
    script.write(
        "COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _weightless_cli; printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    script.close();

    QProcess bash;
    bash.setWorkingDirectory(folder.path());
    bash.start(QStringLiteral("bash"), QStringList {script.fileName()} + words);
    QVERIFY(bash.waitForFinished());
    QCOMPARE(bash.exitCode(), 0);
    const QStringList completions = QString::fromUtf8(bash.readAllStandardOutput()).split('\n');
    QVERIFY2(completions.contains(expected), qPrintable(completions.join(' ')));
}

void TestDocs::textsThatShellsWouldRead()
{
    cli::Verb verb;
    verb.spec = {"odd", "It's $(touch x) `y`", {"FILE"}, {{"--it", "N", "isn't [it]: $HOME"}}, ""};
    const std::vector<cli::Verb> verbs {verb};
    QVERIFY(docs::fishCompletion(verbs).find("'It'\\''s $(touch x) `y`'") != std::string::npos);
    QVERIFY(docs::zshCompletion(verbs).find("'--it[isn'\\''t \\[it\\]\\: $HOME]:N: '") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestDocs)
#include "tst_docs.moc"
