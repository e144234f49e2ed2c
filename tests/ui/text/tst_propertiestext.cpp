// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/text/propertiestext.h"

#include <QTest>

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
