// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/ops/operatortable.h"

#include <QFile>
#include <QTest>

namespace {

const QByteArray begin = "<!-- operators: tst_operatortable --write -->\n";
const QByteArray end = "<!-- end of operators -->\n";

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The text with what stands between the two lines replaced; empty where it has not both.
QByteArray withTable(const QByteArray& text)
{
    const qsizetype first = text.indexOf(begin);
    const qsizetype last = text.indexOf(end);
    if (first < 0 || last < first) {
        return {};
    }
    return text.first(first) + begin + QByteArray::fromStdString(weightless::test::operatorTable())
        + text.sliced(last);
}

} // namespace

// The table in engine/ops/README.md says what the registries hold.
class TestOperatorTable : public QObject {
    Q_OBJECT

private slots:
    void isCurrent()
    {
        const QByteArray text = readAll(QStringLiteral(WEIGHTLESS_OPERATORS_README));
        const QByteArray wanted = withTable(text);
        QVERIFY2(!wanted.isEmpty(), "the README lacks the lines around the table");
        QVERIFY2(text == wanted, "the table is out of date: tst_operatortable --write");
    }
};

// tst_operatortable [--write] [options of Qt Test]
int main(int argc, char** argv)
{
    const QString path = QStringLiteral(WEIGHTLESS_OPERATORS_README);
    if (argc == 2 && qstrcmp(argv[1], "--write") == 0) {
        const QByteArray text = withTable(readAll(path));
        QFile file(path);
        return !text.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? 0 : 1;
    }
    TestOperatorTable test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_operatortable.moc"
