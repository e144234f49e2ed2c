// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"

#include "ui/engine/enginecontroller.h"
#include "ui/models/outlinemodel.h"
#include "widgets/figure.h"
#include "widgets/formatbytes.h"

#include <QAbstractButton>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <QTextBrowser>
#include <QTreeView>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

// Units of size are chosen while a model is shown: nothing keeps the old ones.
class WindowUnitsTest : public WindowTest {
    Q_OBJECT

    // All that is written somewhere in the window, hidden or not.
    static QStringList texts(const MainWindow& window)
    {
        QStringList all;
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            all << widget->accessibleDescription();
            if (const auto* label = qobject_cast<const QLabel*>(widget))
                all << label->text();
            else if (const auto* figure = qobject_cast<const widgets::Figure*>(widget))
                all << figure->value();
            else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
                all << button->text() << button->toolTip();
            else if (const auto* browser = qobject_cast<const QTextBrowser*>(widget))
                all << browser->toPlainText();
        }
        return all;
    }

private slots:
    void cleanup() { widgets::setByteUnits(widgets::ByteUnits::Binary); }

    void changeWhereverTheyAreShown_data()
    {
        QTest::addColumn<LoadMode>("mode");
        QTest::addRow("streamed") << LoadMode::Streamed;
        QTest::addRow("zero-copy") << LoadMode::ZeroCopy;
    }
    void changeWhereverTheyAreShown()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QFETCH(LoadMode, mode);
        MainWindow window(false);
        window.show();
        open(window);
        EngineController& controller = window.controller();
        QTRY_VERIFY_WITH_TIMEOUT(controller.canLoad(), 60'000);
        window.startLoad(mode);
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), 60'000);
        const auto& tensors = controller.document()->tensors;
        const auto largest = std::max_element(tensors.begin(), tensors.end(),
            [](const TensorRow& a, const TensorRow& b) { return a.sizeBytes < b.sizeBytes; });
        window.selection().selectTensor(static_cast<int>(largest - tensors.begin()), this);

        static const QRegularExpression binary(QStringLiteral("\\b[KMG]iB\\b"));
        static const QRegularExpression decimal(QStringLiteral("\\b[kMG]B\\b"));
        QCOMPARE(texts(window).filter(decimal).join(u'\n'), QString());
        widgets::setByteUnits(widgets::ByteUnits::Decimal);
        QCOMPARE(texts(window).filter(binary).join(u'\n'), QString());
        const auto* outline = window.findChild<QTreeView*>();
        QVERIFY(outline->columnWidth(OutlineModel::Bytes)
            >= static_cast<const QAbstractItemView*>(outline)->sizeHintForColumn(OutlineModel::Bytes));
        const auto shown = texts(window).filter(decimal).size();
        QVERIFY(shown > 10);
        widgets::setByteUnits(widgets::ByteUnits::Binary);
        QCOMPARE(texts(window).filter(decimal).join(u'\n'), QString());
        QCOMPARE(texts(window).filter(binary).size(), shown);
    }
};

QTEST_MAIN(WindowUnitsTest)
#include "tst_windowunits.moc"
