// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/run/outputs.h"
#include "ui/run/textpage.h"
#include "ui/text/text.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

// An output as text.
class TextPageTest : public QObject {
    Q_OBJECT

private slots:
    // Strings are text; numbers of tokens are once there is a vocabulary, whatever its spelling.
    void textIsRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("vocabulary");
        QTest::addColumn<QString>("text");
        const QString text = QStringLiteral("a cat sé\n[7]");
        QTest::newRow("GPT-2") << "vocab.json"
                               << QByteArray("{\"a\":0,\"\u0120c\":1,\"at\":2,\"\u0120s\u00c3\u00a9\":3}")
                               << text;
        QTest::newRow("CLIP") << "vocab.json"
                              << QByteArray("{\"a</w>\":0,\"c\":1,\"at</w>\":2,\"s\u00c3\u00a9</w>\":3}")
                              << text;
        QTest::newRow("SentencePiece")
            << "tokenizer.json"
            << QByteArray("{\"model\":{\"vocab\":[[\"\u2581a\",-1],[\"\u2581c\",-2],[\"at\",-3]]},"
                          "\"added_tokens\":[{\"id\":3,\"content\":\"\u2581s\u00e9\"}]}")
            << text;
        QTest::newRow("WordPiece") << "vocab.txt" << QByteArray("a\r\nc\n##at\nsé\n") << text;
    }
    void textIsRead()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, vocabulary);
        QFETCH(QString, text);
        const QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(vocabulary);
        file.close();
        OutputResult tokens;
        HostTensor ids = makeHostTensor({DataType::Int64, {2, 4}});
        for (size_t i = 0; i < 4; ++i)
            setElement(ids, i, static_cast<int64_t>(i));
        for (size_t i = 4; i < 8; ++i)
            setElement(ids, i, int64_t {7});
        tokens.values = std::make_shared<const HostTensor>(ids);
        tokens.descriptor = ids.descriptor;
        TextPage page;
        page.show();
        QVERIFY(page.showOutput(&tokens));
        QVERIFY(page.text().isEmpty() && page.note().contains(QLatin1String("vocabulary")));
        const std::filesystem::path model = toPath(folder.filePath(QStringLiteral("model.onnx")));
        QCOMPARE(QDir::fromNativeSeparators(fromPath(Vocabulary::find(model))), file.fileName());
        page.setVocabulary(Vocabulary::find(model));
        QTRY_VERIFY_WITH_TIMEOUT(!page.text().isEmpty(), 10'000);
        QCOMPARE(page.text(), QString(text).replace(QStringLiteral("[7]"), QStringLiteral("[7][7][7][7]")));
        // Scores of all tokens: the best of each place.
        OutputResult scores = output("logits", {1, 2, 4}, {0, 9, 1, 2, 0, 1, 7, 2});
        QVERIFY(page.showOutput(&scores));
        QTRY_COMPARE(page.text(), QStringLiteral("cat"));
        OutputResult other = output("other", {1, 2, 5}, std::vector<float>(10));
        QVERIFY(!page.showOutput(&other));
        QVERIFY(page.text().isEmpty());
        QVERIFY(!page.showOutput(nullptr));
    }

    void stringsAreText()
    {
        HostTensor strings;
        strings.descriptor = {DataType::String, {2}};
        strings.strings = {"one", "<b>two</b>"};
        OutputResult result;
        result.descriptor = strings.descriptor;
        result.values = std::make_shared<const HostTensor>(strings);
        TextPage page;
        QVERIFY(page.showOutput(&result));
        QCOMPARE(page.text(), QStringLiteral("one\n<b>two</b>"));
        // What is no vocabulary says so.
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("vocab.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"a\": 99999999999}");
        file.close();
        result.values = std::make_shared<const HostTensor>(makeInt64Tensor(std::vector<int64_t> {1}));
        result.descriptor = result.values->descriptor;
        QVERIFY(page.showOutput(&result));
        page.setVocabulary(toPath(file.fileName()));
        QTRY_VERIFY_WITH_TIMEOUT(page.note().contains(QLatin1String("99999999999")), 10'000);
    }

    // Scores of many tokens at many places are looked through elsewhere, once somebody looks at the page.
    void manyScoresHoldNobodyUp()
    {
        constexpr size_t tokens = 30'000, places = 400;
        const QTemporaryDir folder;
        TextPage page;
        QVERIFY(readVocabulary(page, folder, tokens));
        std::vector<float> numbers(tokens * places);
        for (size_t place = 0; place < places; ++place)
            numbers[place * tokens + 2] = 1;
        const OutputResult scores = output("logits", {1, places, tokens}, numbers);
        const QString expected = QStringLiteral("t2").repeated(places);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(page.showOutput(&scores));
        page.show();
        const qint64 heldUp = timer.elapsed();
        QTRY_COMPARE_WITH_TIMEOUT(QString(page.text()).remove(QLatin1Char(' ')), expected, 60'000);
        const qint64 whole = timer.elapsed();
        QVERIFY2(heldUp * 2 < whole, qPrintable(QStringLiteral("%1 of %2 ms").arg(heldUp).arg(whole)));
    }

    void onlyTheNewestScoresAreShown()
    {
        const QTemporaryDir folder;
        TextPage page;
        QVERIFY(readVocabulary(page, folder, 4));
        const OutputResult first = output("logits", {1, 1, 4}, {0, 9, 1, 2});
        const OutputResult second = output("logits", {1, 1, 4}, {0, 1, 2, 9});
        QVERIFY(page.showOutput(&first));
        QTest::qWait(50);
        QVERIFY(page.text().isEmpty()); // nobody looks
        page.show();
        QVERIFY(page.showOutput(&second));
        QTRY_COMPARE(page.text().trimmed(), QStringLiteral("t3"));
        QVERIFY(page.showOutput(&first));
        page.setVocabulary({});
        QTest::qWait(50);
        QVERIFY(page.text().isEmpty());
    }

private:
    // "t0", "t1" and so on.
    static bool readVocabulary(TextPage& page, const QTemporaryDir& folder, size_t tokens)
    {
        QFile file(folder.filePath(QStringLiteral("vocab.txt")));
        if (!file.open(QIODevice::WriteOnly))
            return false;
        for (size_t i = 0; i < tokens; ++i)
            file.write("t" + QByteArray::number(static_cast<qulonglong>(i)) + "\n");
        file.close();
        page.setVocabulary(toPath(file.fileName()));
        // It is there once scores of its tokens are text.
        const OutputResult scores =
            output("any", {1, 1, static_cast<int64_t>(tokens)}, std::vector<float>(tokens));
        return QTest::qWaitFor([&] { return page.showOutput(&scores); }, 10'000) && !page.showOutput(nullptr);
    }
};

QTEST_MAIN(TextPageTest)
#include "tst_textpage.moc"
