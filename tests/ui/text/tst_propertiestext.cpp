// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/models/outlinemodel.h"
#include "ui/text/propertiestext.h"
#include "widgets/formatbytes.h"

#include <QAbstractTextDocumentLayout>
#include <QRegularExpression>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <algorithm>
#include <array>

using namespace weightless;
using namespace weightless::ui;

// Lists of any length are a page that can be laid out at once.
class PropertiesTextTest : public QObject {
    Q_OBJECT

private slots:
    void longListsAreCutAndSaySo()
    {
        auto model = std::make_shared<Model>();
        for (int i = 0; i < 100'000; ++i)
            model->graph.inputs.push_back({"in" + std::to_string(i), DataType::Float32, std::nullopt});
        const QString text = PropertiesText::model(ModelDocument(model));
        QVERIFY(text.contains(QLatin1String("in199")));
        QVERIFY(!text.contains(QLatin1String("in200")));
        QVERIFY2(text.contains(QLatin1String("99,800 more")), qPrintable(text.right(500)));
        model->graph.inputs.erase(model->graph.inputs.begin() + 200, model->graph.inputs.end());
        QVERIFY(!PropertiesText::model(ModelDocument(model)).contains(QLatin1String(" more")));
    }

    // What is in a scope, once each; a share below a tenth is no tag of the rich text.
    void scopesSayWhatIsInThem()
    {
        ModelDocument document = *smallDocument(DemoPart::Sd15Unet);
        const auto scope = std::ranges::find_if(
            document.outline, [](const OutlineItem& item) { return item.node < 0 && item.nodeCount > 100; });
        QVERIFY(scope != document.outline.end());
        QString text = PropertiesText::scope(document, scope->path);
        for (const char* part : {"Conv", "Operators", "Largest constants", "more", "href=\"tensor:"})
            QVERIFY2(text.contains(QLatin1String(part)), part);
        document.tensorBytes *= 1'000'000;
        text = PropertiesText::scope(document, scope->path);
        QVERIFY(text.contains(QLatin1String("&lt;0.1 %")) && !text.contains(QLatin1String("<0.1 %")));
        QVERIFY(PropertiesText::tensor(document, 0).contains(QLatin1String("&lt;0.1 %")));
    }

    void whatIsMissingIsNoLessOfTheModel()
    {
        auto model = std::make_shared<Model>();
        auto missing = std::make_shared<ConstantInfo>();
        missing->name = "weight";
        missing->descriptor = {DataType::Float32, {1024}};
        missing->sizeBytes = 4096;
        auto here = std::make_shared<ConstantInfo>();
        here->descriptor = {DataType::Int64, {2}};
        here->sizeBytes = 16;
        here->value = makeInt64Tensor(std::array<int64_t, 2> {-7, 3});
        model->graph.constants = {missing, here};
        QVERIFY(!PropertiesText::model(*makeDocument(model)).contains(QLatin1String("missing")));
        missing->problem = "Constant 'weight' float32[1024]: its file is not there";
        const QString text = PropertiesText::model(*makeDocument(model));
        QVERIFY2(text.contains(QStringLiteral("2, %1, of which %2 are missing")
                                   .arg(widgets::formatBytesExact(4112), widgets::formatBytesExact(4096))),
            qPrintable(text));
    }

    // In a panel that has room for the shorter labels and a figure of nine digits beside them.
    void numbersAreNotBrokenAmongTheirDigits()
    {
        ModelDocument document = *smallDocument(DemoPart::Sd15Unet);
        document.fileBytes = 1'250'968;
        document.storedBytes = 430'011'804;
        document.totals.knownCount = 1'698;
        document.totals.knownBytes = 335'872;
        document.totals.largestConstantBytes = 17'179'869'184;
        document.parameterCount = 215'002'267;
        QTextDocument page;
        QTextOption option; // as a text browser has it
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        page.setDefaultTextOption(option);
        page.setHtml(PropertiesText::model(document));
        const QFontMetricsF metrics(page.defaultFont());
        const double margins = 2 * page.documentMargin() + 12; // and what lies between cells
        page.setTextWidth(
            metrics.horizontalAdvance(QStringLiteral("Parameters\u00A0\u00A0(430,011,804")) + margins);
        QVERIFY(page.size().height() > 0); // it is laid out
        const QRegularExpression figure(QStringLiteral("\\d,\\d{3},\\d{3}")); // others stand by longer labels
        int broken = 0;
        QStringList faults;
        for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
            const QTextLayout& lines = *block.layout();
            const QString text = block.text();
            if (!text.contains(figure))
                continue;
            for (int i = 0; i + 1 < lines.lineCount(); ++i, ++broken) {
                const int end = lines.lineAt(i).textStart() + lines.lineAt(i).textLength();
                const bool isInNumber = text[end].isDigit() && end > 0
                    && (text[end - 1].isDigit()
                        || (end > 1 && text[end - 1] == u',' && text[end - 2].isDigit()));
                if (isInNumber)
                    faults.append(text);
            }
        }
        QVERIFY2(broken > 0, qPrintable(page.toPlainText())); // it is a narrow one
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    // What was read when the model was opened is told, not its type once more.
    void smallTensorsTellTheirValues()
    {
        auto model = std::make_shared<Model>();
        auto known = std::make_shared<ConstantInfo>();
        known->name = "axes";
        known->descriptor = {DataType::Int64, {2}};
        known->value = makeInt64Tensor(std::array<int64_t, 2> {-7, 3});
        auto hollow = std::make_shared<ConstantInfo>();
        hollow->name = "weight";
        hollow->descriptor = {DataType::Float32, {4}};
        model->graph.constants = {known, hollow};
        auto text = std::make_shared<ConstantInfo>();
        text->descriptor = {DataType::String, {1}};
        text->value = HostTensor {text->descriptor, {}, {"<b>"}};
        Node node {.name = "c", .opType = "Constant", .outputs = {"y"}};
        node.attributes.set("value", std::shared_ptr<const ConstantInfo>(text));
        node.attributes.set("hollow", std::shared_ptr<const ConstantInfo>(hollow));
        model->graph.nodes = {node};
        const auto document = makeDocument(model);
        QVERIFY(PropertiesText::tensor(*document, 0).contains(QLatin1String("<td>[-7, 3]</td>")));
        QVERIFY(!PropertiesText::tensor(*document, 1).contains(QLatin1String("Value")));
        const QString properties = PropertiesText::node(*document, 0, {});
        QVERIFY2(properties.contains(QLatin1String("<td>string[1] = [&quot;&lt;b&gt;&quot;]</td>")),
            qPrintable(properties));
        QVERIFY2(properties.contains(QLatin1String("<td>float32[4]</td>")), qPrintable(properties));
    }

    // A page is laid out whole: a name of a million letters takes minutes.
    void longNamesOfDimensionsAreShortened()
    {
        auto model = std::make_shared<Model>();
        const std::string symbol = "first" + std::string(1'000'000, 'x') + "last";
        model->graph.inputs.push_back({"in", DataType::Float32, SymbolicShape {{.symbol = symbol}}});
        const QString text = PropertiesText::model(*makeDocument(model));
        QCOMPARE_LT(text.size(), 10'000);
        QCOMPARE(text.count(QLatin1String("firstx")), 2); // in the input's shape, and among the dimensions
        QCOMPARE(text.count(QLatin1String("xlast")), 2);
    }

    void longNamesAreShortened()
    {
        const std::string name = "first" + std::string(1'000'000, 'x') + "last";
        auto model = std::make_shared<Model>();
        model->producer = name;
        model->metadata[name] = name;
        model->graph.inputs.push_back({name, DataType::Float32, std::nullopt});
        model->graph.outputs.push_back({name + "2", DataType::Float32, std::nullopt});
        auto constant = std::make_shared<ConstantInfo>();
        constant->name = name + "3";
        constant->descriptor = {DataType::Float32, {4}};
        model->graph.constants = {constant};
        Node node {.name = name, .opType = name, .inputs = {name, name + "3"}, .outputs = {name + "2"}};
        node.attributes.set(name, name);
        node.documentation = name;
        model->graph.nodes = {node};
        model->documentation = name;
        const auto document = makeDocument(model);
        constexpr qsizetype laidOutAtOnce = 60'000;
        const QString whole = PropertiesText::model(*document);
        QCOMPARE_LT(whole.size(), laidOutAtOnce);
        QVERIFY(whole.count(QLatin1String("firstx")) >= 5 && whole.count(QLatin1String("xlast")) >= 5);
        QCOMPARE_LT(PropertiesText::node(*document, 0, {}).size(), laidOutAtOnce);
        QCOMPARE_LT(PropertiesText::node(*document, 1, {}).size(), laidOutAtOnce); // the input
        QCOMPARE_LT(PropertiesText::tensor(*document, 0).size(), laidOutAtOnce);
        QCOMPARE_LT(PropertiesText::scope(*document, QString::fromStdString(name)).size(), laidOutAtOnce);
    }

    // In a panel of the usual width.
    void namesAreNotBroken()
    {
        auto model = std::make_shared<Model>();
        model->graph.inputs.push_back({"encoder_hidden_states", DataType::Float16,
            SymbolicShape {{.symbol = "batch"}, {.symbol = "sequence"}, {.value = 96}}});
        model->graph.inputs.push_back({std::string(200, 'x'), DataType::Float16, std::nullopt});
        QTextDocument page;
        page.setTextWidth(32 * QFontMetricsF(page.defaultFont()).averageCharWidth());
        page.setHtml(PropertiesText::model(*makeDocument(model)));
        page.documentLayout()->documentSize();
        int names = 0;
        for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
            const QStringList texts = block.text().split(QChar::LineSeparator);
            if (texts.front() == QLatin1String("encoder_hidden_states")) {
                ++names;
                QCOMPARE_GE(block.layout()->lineAt(0).textLength(), texts.front().size());
                const QTextLine second = block.layout()->lineAt(1);
                QVERIFY(
                    block.text().mid(second.textStart(), second.textLength()).contains(u"float16[batch,"));
            }
            if (block.text().startsWith(QLatin1String("sequence")))
                QCOMPARE(block.layout()->lineCount(), 1);
        }
        QCOMPARE(names, 1);
    }

    // Downstream as well as upstream: who reads what a node makes, and where the model's inputs are drawn.
    void outputsLeadToTheirReaders()
    {
        auto model = std::make_shared<Model>();
        model->graph.inputs.push_back({"in", DataType::Float32, std::nullopt});
        model->graph.outputs.push_back({"out", DataType::Float32, std::nullopt});
        model->graph.nodes = {
            {.name = "first", .opType = "Split", .inputs = {"in"}, .outputs = {"a", "", "b"}},
            {.name = "twice", .opType = "Add", .inputs = {"a", "a"}, .outputs = {"out"}}};
        for (int i = 0; i < 20; ++i)
            model->graph.nodes.push_back({.name = "user" + std::to_string(i),
                .opType = "Relu",
                .inputs = {"b"},
                .outputs = {"unused" + std::to_string(i)}});
        const auto document = makeDocument(model);
        const QString first = PropertiesText::node(*document, 0, {});
        QCOMPARE(first.count(QLatin1String("href=\"node:1\"")), 1); // once, though it takes it twice
        QVERIFY(first.contains(QStringLiteral("→ <a href=\"node:1\">twice</a>")));
        QVERIFY(!first.contains(QLatin1String("href=\"node:0\""))); // to itself
        QVERIFY(first.contains(QLatin1String(">user11<")) && !first.contains(QLatin1String(">user12<")));
        QVERIFY2(first.contains(QLatin1String("8 more")), qPrintable(first));
        const QString input = QStringLiteral("<a href=\"node:22\">in</a>");
        const QString output = QStringLiteral("<a href=\"node:23\">out</a>");
        QVERIFY(first.contains(input));
        QVERIFY(PropertiesText::node(*document, 1, {}).contains(QStringLiteral("→ ") + output));
        const QString whole = PropertiesText::model(*document);
        QVERIFY2(whole.contains(input) && whole.contains(output), qPrintable(whole));
        QVERIFY(PropertiesText::node(*document, 22, {}).contains(QStringLiteral("→ <a href=\"node:0\">")));
        QVERIFY(PropertiesText::node(*document, 23, {}).contains(QLatin1String("href=\"node:1\"")));
    }

    // As the outline counts them: the weight that a node beside it only hands over lies in its box.
    void constantsInTheBoxOfANodeAreItsOwn()
    {
        auto model = std::make_shared<Model>();
        auto weight = std::make_shared<ConstantInfo>();
        weight->descriptor = {DataType::Float32, {1, 1, 3, 3}};
        weight->sizeBytes = 36;
        Node handing {.name = "w", .opType = "Constant", .outputs = {"weight"}};
        handing.attributes.set("value", std::shared_ptr<const ConstantInfo>(weight));
        model->graph.inputs.push_back({"in", DataType::Float32, std::nullopt});
        model->graph.nodes = {
            handing, {.name = "conv", .opType = "Conv", .inputs = {"in", "weight"}, .outputs = {"out"}}};
        const QString text = PropertiesText::node(*makeDocument(model), 1, {});
        QVERIFY2(text.contains(QLatin1String("1, 36 B")) || text.contains(QLatin1String("1, 36 bytes")),
            qPrintable(text));
    }

    // What turns the direction of text in a name would turn the shape below it.
    void namesKeepToThemselves()
    {
        const std::string name = "in\u202Eput\nname";
        auto model = std::make_shared<Model>();
        auto weight = std::make_shared<ConstantInfo>();
        weight->name = "w\u2067";
        weight->descriptor = {DataType::Float32, {4}};
        model->graph.constants = {weight};
        model->graph.inputs.push_back({name, DataType::Float32, std::nullopt});
        model->graph.outputs.push_back({"out\u202E", DataType::Float32, std::nullopt});
        model->graph.nodes = {
            {.name = "node\u202E", .opType = "Add", .inputs = {name, "w\u2067"}, .outputs = {"out\u202E"}}};
        const auto document = makeDocument(model);
        const QStringList pages {PropertiesText::model(*document), PropertiesText::node(*document, 0, {}),
            PropertiesText::node(*document, 1, {}), PropertiesText::node(*document, 2, {}),
            PropertiesText::tensor(*document, 0)};
        for (const QString& page : pages) {
            QVERIFY2(!page.contains(QChar(0x202E)) && !page.contains(QChar(0x2067)), qPrintable(page));
            QVERIFY(page.contains(QLatin1String("node")) || page.contains(QLatin1String("input name")));
        }
        QVERIFY2(pages[1].contains(QLatin1String(">input name<")), qPrintable(pages[1]));
        // The outline, too; it knows the real one.
        OutlineModel outline;
        outline.setDocument(document);
        const QModelIndex node = outline.indexOfNode(0);
        QVERIFY(node.isValid());
        QCOMPARE(node.data().toString(), QStringLiteral("node"));
        QCOMPARE(outline.fullName(node), QStringLiteral("node\u202E"));
    }

    void soAreTheInputsOfANode()
    {
        ModelDocument document = *smallDocument();
        int node = 0;
        while (!document.nodes[static_cast<size_t>(node)])
            ++node;
        Node many = *document.nodes[static_cast<size_t>(node)];
        many.inputs.assign(5000, "x");
        document.nodes[static_cast<size_t>(node)] = &many;
        const QString text = PropertiesText::node(document, node, {});
        QVERIFY(text.contains(QLatin1String("4,800 more")));
        QVERIFY(text.size() < 100'000);
    }
};

QTEST_MAIN(PropertiesTextTest)
#include "tst_propertiestext.moc"
