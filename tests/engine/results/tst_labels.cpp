// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/labels.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QByteArray>
#include <QTest>

#include <string>
#include <vector>

using namespace weightless;

// Files with the names of classes, as people hand them around.
class TestLabels : public QObject {
    Q_OBJECT

private slots:
    void namesAreReadAsTheyAreHandedAround_data()
    {
        using List = std::vector<std::string>;
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<List>("expected");
        const List both {"tench", "gold, fish"};
        QTest::newRow("one column") << "a.csv" << QByteArray("tench\r\n\"gold, fish\"\r\n") << both;
        QTest::newRow("titles") << "b.csv" << QByteArray("id,name\n0,tench\n1,\"gold, fish\"\n") << both;
        QTest::newRow("numbers alone") << "c.csv" << QByteArray("1,\"gold, fish\"\n0,tench") << both;
        QTest::newRow("by its title")
            << "d.csv" << QByteArray("index,mid,display_name\n0,/m/1,tench\n1,/m/2,\"gold, fish\"\n") << both;
        QTest::newRow("in order") << "e.csv" << QByteArray("mid,name\n/m/1,tench\n/m/2,\"gold, fish\"\n")
                                  << both;
        QTest::newRow("tabs") << "f.tsv" << QByteArray("0\ttench\n1\tgold, fish\n") << both;
        QTest::newRow("commas in lines") << "g.txt" << QByteArray("tench\ngold, fish\n") << both;
        QTest::newRow("list") << "h.json" << QByteArray(R"(["tench", "gold, fish"])") << both;
        QTest::newRow("by number") << "i.json" << QByteArray(R"({"1": "gold, fish", "0": "tench"})") << both;
        QTest::newRow("Keras") << "j.json"
                               << QByteArray(R"({"0": ["n0", "tench"], "1": ["n1", "gold, fish"]})") << both;
        QTest::newRow("config") << "k.json"
                                << QByteArray(R"({"a": 1, "id2label": {"0": "tench", "1": "gold, fish"}})")
                                << both;
        QTest::newRow("by name") << "l.json" << QByteArray(R"({"tench": 0, "gold, fish": 1})") << both;
        QTest::newRow("Python's") << "m.txt" << QByteArray("{0: 'tench',\n 1: 'gold, fish'}") << both;
        QTest::newRow("a title alone") << "o.csv" << QByteArray("label\ntench\n\"gold, fish\"\n") << both;
        QTest::newRow("colours") << "p.csv"
                                 << QByteArray("name,r,g,b\ntench,0,0,0\n\"gold, fish\",255,255,255\n")
                                 << both;
        QTest::newRow("sizes") << "q.csv" << QByteArray("class,count\ntench,1200\n\"gold, fish\",700\n")
                               << both;
        QTest::newRow("sizes without titles")
            << "r.csv" << QByteArray("tench,1200\n\"gold, fish\",700\n") << both;
        QTest::newRow("a class called as a title")
            << "s.csv" << QByteArray("0,text\n1,title\n") << List {"text", "title"};
        QTest::newRow("one after the other")
            << "t.csv" << QByteArray("text\ntitle\n") << List {"text", "title"};
        QTest::newRow("semicolons") << "u.csv" << QByteArray("id;name\n0;tench\n1;pike\n")
                                    << List {"tench", "pike"};
        QTest::newRow("numbers with gaps")
            << "v.csv" << QByteArray("0,tench\n2,pike\n") << List {"tench", "", "pike"};
        QTest::newRow("Latin-1") << "w.txt" << QByteArray("caf\xe9\ntea") << List {"caf\xc3\xa9", "tea"};
        QTest::newRow("mark of UTF-8") << "n.txt" << QByteArray("\xef\xbb\xbftench\ngold, fish") << both;
        QTest::newRow("Python's list") << "x.txt" << QByteArray("['tench', \"gold, fish\"]\n") << both;
        QTest::newRow("Python's list in lines")
            << "x.json" << QByteArray("[\n 'tench',\n 'it\\'s [a]',\n]") << List {"tench", "it's [a]"};
        QTest::newRow("a comma behind the last")
            << "y.txt" << QByteArray("[\n\"caf\\u00e9\",\r\n\"tea\",\r\n]") << List {"caf\xc3\xa9", "tea"};
        QTest::newRow("brackets") << "z.txt" << QByteArray("[PAD]\ncat\n[UNK]")
                                  << List {"[PAD]", "cat", "[UNK]"};
        QTest::newRow("an empty line") << "A.csv" << QByteArray("\n0,tench\n\n1,\"gold, fish\"\n,\n") << both;
        QTest::newRow("an empty name")
            << "B.csv" << QByteArray("tench\n\npike\n\n") << List {"tench", "", "pike"};
        QTest::newRow("blanks around cells")
            << "C.csv" << QByteArray("0, tench \r\n1 ,\t\"gold, fish\" \r\n") << both;
        QTest::newRow("blanks in quotes")
            << "D.csv" << QByteArray("0,\" a \"\n1,\"\"\"b\"\"\"\n") << List {" a ", "\"b\""};
        QTest::newRow("empty cells between tabs")
            << "E.tsv" << QByteArray("id\tmid\tname\n0\t\ttench\n1\tx\tgold, fish\n") << both;
        QTest::newRow("bracket") << "o.txt" << QByteArray("[PAD]\ncat") << List {"[PAD]", "cat"};
    }
    void namesAreReadAsTheyAreHandedAround()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(std::vector<std::string>, expected);
        QCOMPARE(readLabels(written(name, text)), expected);
    }

    void whatHoldsNoNamesIsRefused()
    {
        const auto refuses = [this](const char* name, const QByteArray& text, const char* why) {
            EXPECT_ERROR(static_cast<void>(readLabels(written(QString::fromLatin1(name), text))),
                ErrorKind::InvalidArgument, why);
        };
        refuses("a.txt", QByteArray("\xff\xd8\xff\xe0\0\x10JFIF", 10), "no text");
        refuses("c.json", "{\"0\": \"tench\"", "no valid JSON");
        refuses("d.json", R"({"architectures": ["ResNet"], "depth": 3})", "without names");
        refuses("e.json", "3", "no valid JSON");
        refuses("f.json", R"({"99999999999": "tench"})", "at most 100000 classes");
        refuses("g.json", QByteArray(100'000, '['), "JSON");
        refuses("h.csv", "tench,Tinca\ngold,fish\n", "several columns");
        refuses("i.csv", "0,tench\n1\n", "has 1 column in line 2 and 2 columns in line 1");
        refuses("j.csv", "\n0,\"a\nb\"\n\n1,tench, Tinca tinca\n",
            "has 3 columns in line 5 and 2 columns in line 2: a name with a separator in it stands in "
            "quotes");
        for (const char* list : {"['a', 'b'", "['a' 'b']", "['a',, 'b']", "[person, car]", "[['n0', 'a']]",
                 "['a'] b]", "[\n'a',\n3\n]", "[a]"})
            refuses("k.txt", list, "begins as a list");
        refuses("l.txt", "[1, 2]", "without names");
        refuses("m.txt", "[]", "without names");
    }

private:
    std::filesystem::path written(const QString& name, const QByteArray& text) const
    {
        return m_folder.write(name.toStdString(), text.toStdString());
    }

    test::TemporaryFolder m_folder;
};

QTEST_APPLESS_MAIN(TestLabels)
#include "tst_labels.moc"
