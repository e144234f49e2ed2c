// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/shard.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QTest>

using namespace weightless::test;
using weightless::testing::Shard;

namespace {

constexpr qsizetype modelsPerCall = 40; // few enough that a crash says where, and that a call ends in time

// What the data's own folders are named; `real` has models without their data.
const QStringList suites {"node", "pytorch-converted", "pytorch-operator", "simple"};

// How the reason of a test begins whose data one release has wrong: with the data of others it passes.
constexpr QLatin1String olderData("data of ONNX ");

const QDir dataFolder(QStringLiteral(WEIGHTLESS_ONNX_TESTDATA));

QMap<QString, QString> readReasons(const QString& path)
{
    QMap<QString, QString> reasons;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        qWarning().noquote() << "cannot be read:" << path;
    }
    for (QByteArray line = file.readLine(); !line.isEmpty(); line = file.readLine()) {
        const QString text = QString::fromUtf8(line).trimmed();
        if (!text.isEmpty() && !text.startsWith(u'#')) {
            reasons.insert(text.section(u' ', 0, 0), text.section(u' ', 1).trimmed());
        }
    }
    return reasons;
}

// As "suite/test".
QStringList testsOf(Shard shard)
{
    QStringList tests;
    for (const QString& suite : suites) {
        for (const QString& name :
            QDir(dataFolder.filePath(suite)).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            tests.append(suite + u'/' + name);
        }
    }
    QStringList own;
    for (qsizetype i = shard.index; i < tests.size(); i += shard.count) {
        own.append(tests[i]);
    }
    return own;
}

} // namespace

// The conformance tests of the ONNX project, through `weightless-cli verify`.
class TestConformance : public QObject {
    Q_OBJECT

public:
    explicit TestConformance(Shard shard)
        : m_shard(shard)
    {
    }

private slots:
    void initTestCase();
    void listedTestsHaveReasons();
    void othersPass();

private:
    void verify(const QStringList& tests);

    Shard m_shard;
    QMap<QString, QString> m_notYet;
    QMap<QString, QString> m_failures; // by test
    QStringList m_ran;
};

void TestConformance::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    if (!dataFolder.exists()) {
        const QString reason = dataFolder.path() + " is missing: install libonnx-testdata";
        QVERIFY2(qEnvironmentVariableIntValue("WEIGHTLESS_REQUIRE_DEVICE") == 0, qPrintable(reason));
        QSKIP(qPrintable("NOT TESTED: " + reason));
    }
    m_notYet = readReasons(QStringLiteral(WEIGHTLESS_NOT_YET));
    QVERIFY(!m_notYet.isEmpty());
}

void TestConformance::listedTestsHaveReasons()
{
    for (auto listed = m_notYet.cbegin(); listed != m_notYet.cend(); ++listed) {
        QVERIFY2(!listed.value().isEmpty(), qPrintable(listed.key() + " has no reason"));
    }
}

void TestConformance::verify(const QStringList& tests)
{
    QStringList words {"verify", "--json"};
    for (const QString& test : tests) {
        words.append(dataFolder.filePath(test));
    }
    const CliResult result = runCli(words);
    QVERIFY2(result.exitCode == 0 || result.exitCode == 1, qPrintable(tests.join(u' ') + result.errors));
    QVERIFY2(!result.errors.contains("Vulkan validation"), qPrintable(result.errors));
    for (const QJsonValue& each : result.json()["cases"].toArray()) {
        const QString test = QFileInfo(dataFolder.relativeFilePath(each["model"].toString())).path();
        m_ran.append(test);
        if (each["result"].toString() != "passed") {
            m_failures.insert(test, each["reason"].toString());
        }
    }
}

void TestConformance::othersPass()
{
    const QStringList tests = testsOf(m_shard);
    QVERIFY(!tests.isEmpty());
    for (qsizetype first = 0; first < tests.size(); first += modelsPerCall) {
        verify(tests.mid(first, modelsPerCall));
    }
    int wrong = 0;
    for (const QString& test : tests) {
        const bool isListed = m_notYet.contains(test);
        if (m_notYet.value(test).startsWith(u"random")) { // may pass by chance
            wrong += m_ran.contains(test) ? 0 : 1;
            continue;
        }
        if (!m_ran.contains(test)) {
            ++wrong;
            qWarning().noquote() << test << "did not run";
        } else if (isListed && !m_failures.contains(test) && !m_notYet[test].startsWith(olderData)) {
            ++wrong;
            qWarning().noquote() << test << "passes: take its line out of notyet.txt";
        } else if (!isListed && m_failures.contains(test)) {
            ++wrong;
            qWarning().noquote() << test << "fails:" << m_failures[test];
        }
    }
    QCOMPARE(wrong, 0);
}

// tst_conformance [INDEX/COUNT] [options of Qt Test]
int main(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments.append(QString::fromLocal8Bit(argv[i]));
    }
    TestConformance test(weightless::testing::takeShard(arguments));
    return QTest::qExec(&test, arguments);
}

#include "tst_conformance.moc"
