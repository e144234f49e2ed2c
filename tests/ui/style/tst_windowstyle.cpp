// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/appearance.h"
#include "ui/style/fonts.h"
#include "ui/style/windowstyle.h"
#include "widgets/sharebar.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QIcon>
#include <QImage>
#include <QMainWindow>
#include <QMenu>
#include <QMetaEnum>
#include <QPainter>
#include <QStyleOptionButton>
#include <QStyleOptionHeader>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace weightless::ui;

namespace {

double luminance(const QColor& colour)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

// As WCAG 2 defines it.
double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

class WindowStyleTest : public QObject {
    Q_OBJECT

private slots:
    // What a part of a menu is called stands between lines.
    void sectionsOfMenusAreShownWhole()
    {
        WindowStyle style;
        QMenu menu;
        menu.setStyle(&style);
        menu.addSection(QStringLiteral("value_of_an_edge, float32 1×1000×13×13, 660 KiB"));
        menu.addAction(QStringLiteral("Go"));
        QVERIFY(menu.sizeHint().width()
            > menu.fontMetrics().horizontalAdvance(menu.actions().first()->text()) + 16);
    }

    void longestEntriesAreShownWhole()
    {
        WindowStyle style;
        QComboBox combo;
        combo.setStyle(&style);
        combo.setSizeAdjustPolicy(QComboBox::AdjustToContents);
        combo.addItem(QStringLiteral("by operator"));
        combo.resize(combo.sizeHint());
        QStyleOptionComboBox option;
        option.initFrom(&combo);
        const QRect field =
            style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo);
        const int text = combo.fontMetrics().horizontalAdvance(combo.currentText());
        QVERIFY2(field.width() - WindowStyle::comboTextMargin >= text,
            qPrintable(QStringLiteral("%1 of %2").arg(field.width()).arg(text)));
    }

    // Whatever font the platform has for titles of docks, they have the text size that was chosen.
    void titlesOfDocksFollowTheTextSize()
    {
        WindowStyle style;
        const QFont before = QApplication::font();
        QFont font = before;
        font.setPointSize(9);
        QApplication::setFont(font, "QDockWidgetTitle");
        const auto inkedRows = [&](int points) {
            font.setPointSize(points);
            QMainWindow window;
            window.resize(400, 200);
            QDockWidget dock(QStringLiteral("Hgl"));
            dock.setFeatures(QDockWidget::NoDockWidgetFeatures);
            dock.setStyle(&style);
            dock.setFont(font);
            window.addDockWidget(Qt::TopDockWidgetArea, &dock);
            window.show();
            const QImage image = dock.grab().toImage().convertToFormat(QImage::Format_Grayscale8);
            int rows = 0;
            for (int y = 1; y + 1 < image.height(); ++y) {
                const uchar* line = image.constScanLine(y);
                rows += std::any_of(line + 4, line + 200, [&](uchar grey) { return grey + 64 < line[300]; });
            }
            return rows;
        };
        QApplication::setFont(font, "QDockWidget"); // as large as the dock's: the title's font is asked for
        const int small = inkedRows(9);
        font.setPointSize(18);
        QApplication::setFont(font, "QDockWidget");
        const int large = inkedRows(18);
        QApplication::setFont(before);
        QVERIFY2(
            small > 0 && large > 3 * small / 2, qPrintable(QStringLiteral("%1 %2").arg(small).arg(large)));
    }

    // Also where it is a part of a pixel wider than the whole ones that it is fitted to.
    void fittedEntriesAreNotElided()
    {
        installFonts();
        const WindowStyle style;
        int found = 0;
        for (int tenths = 80; tenths < 140; ++tenths) {
            QFont font = QApplication::font();
            font.setHintingPreference(QFont::PreferNoHinting);
            font.setPointSizeF(tenths / 10.0);
            QStyleOptionComboBox option;
            option.fontMetrics = QFontMetrics(font);
            option.currentText = QStringLiteral("image, as ImageNet");
            const int text = option.fontMetrics.horizontalAdvance(option.currentText);
            if (option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, text) == option.currentText)
                continue;
            ++found;
            const auto drawn = [&](int spare) {
                option.rect = QRect(0, 0, 400, 40);
                const QRect field =
                    style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, nullptr);
                option.rect.setWidth(400 - field.width() + text + WindowStyle::comboTextMargin + spare);
                QImage image(400, 40, QImage::Format_ARGB32_Premultiplied);
                image.fill(Qt::white);
                QPainter painter(&image);
                painter.setFont(font);
                style.drawControl(QStyle::CE_ComboBoxLabel, &option, &painter, nullptr);
                return image.copy(0, 0, text - 4, 40);
            };
            QCOMPARE(drawn(0), drawn(20));
        }
        QVERIFY(found > 0);
    }

    void headersAreElided()
    {
        const WindowStyle style;
        const auto drawn = [&style](const QString& text) {
            QStyleOptionHeader header;
            header.fontMetrics = QFontMetrics(QApplication::font());
            header.rect = QRect(20, 0, 60, 30);
            header.text = text;
            header.textAlignment = Qt::AlignCenter;
            QImage image(100, 30, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            style.drawControl(QStyle::CE_HeaderLabel, &header, &painter, nullptr);
            return image;
        };
        const QString text = QStringLiteral("Where its bytes are");
        const QString elided = QFontMetrics(QApplication::font()).elidedText(text, Qt::ElideRight, 60);
        QVERIFY(elided != text);
        QCOMPARE(drawn(text), drawn(elided));
    }

    // Controls need 3:1 against what is around them (WCAG 2.1, 1.4.11).
    void emptyCheckBoxesAreSeen_data()
    {
        QTest::addColumn<Appearance>("appearance");
        QTest::addColumn<bool>("isInView");
        for (const bool isInView : {false, true}) {
            const char* where = isInView ? "in a table" : "in a form";
            QTest::addRow("dark %s", where) << Appearance::Dark << isInView;
        }
    }
    void emptyCheckBoxesAreSeen()
    {
        QFETCH(Appearance, appearance);
        QFETCH(bool, isInView);
        applyAppearance(appearance);
        const WindowStyle style;
        QStyleOptionButton option;
        option.rect = QRect(4, 4, 16, 16);
        option.palette = QApplication::palette();
        option.state = QStyle::State_Enabled | QStyle::State_Off;
        QImage image(24, 24, QImage::Format_ARGB32);
        const QColor around = option.palette.color(isInView ? QPalette::Base : QPalette::Window);
        image.fill(around);
        QPainter painter(&image);
        style.drawPrimitive(isInView ? QStyle::PE_IndicatorItemViewItemCheck : QStyle::PE_IndicatorCheckBox,
            &option, &painter, nullptr);
        painter.end();
        double best = 1;
        for (int x = 0; x < image.width(); ++x)
            best = std::max(best, contrast(image.pixelColor(x, 12), around));
        QVERIFY2(best >= 3, qPrintable(QString::number(best)));
        applyAppearance(Appearance::System);
    }

    // Over whatever they open, the window most of all.
    void menusHaveABorder_data()
    {
        QTest::addColumn<Appearance>("appearance");
        QTest::newRow("light") << Appearance::Light;
        QTest::newRow("dark") << Appearance::Dark;
        QTest::newRow("high contrast") << Appearance::HighContrast;
    }
    void menusHaveABorder()
    {
        QFETCH(Appearance, appearance);
        applyAppearance(appearance);
        const WindowStyle style;
        QStyleOption option;
        option.rect = QRect(0, 0, 40, 40);
        option.palette = QApplication::palette();
        const QColor window = option.palette.color(QPalette::Window);
        QImage image(40, 40, QImage::Format_ARGB32);
        image.fill(window);
        QPainter painter(&image);
        style.drawPrimitive(QStyle::PE_PanelMenu, &option, &painter, nullptr);
        painter.end();
        for (const QPoint edge : {QPoint(0, 20), QPoint(39, 20), QPoint(20, 0), QPoint(20, 39)}) {
            const double best = contrast(image.pixelColor(edge), window);
            QVERIFY2(best >= 3, qPrintable(QString::number(best)));
        }
        QVERIFY(contrast(image.pixelColor(20, 20), option.palette.color(QPalette::Text)) >= 7);
        applyAppearance(Appearance::System);
    }

    // Bars are seen, and what is written over them is read.
    void barsStandOutInHighContrast()
    {
        applyAppearance(Appearance::HighContrast);
        QStyleOptionViewItem item;
        item.rect = QRect(0, 0, 100, 24);
        item.palette = QApplication::palette();
        item.state = QStyle::State_Enabled | QStyle::State_Active;
        const QColor base = item.palette.color(QPalette::Base);
        QImage image(100, 24, QImage::Format_ARGB32_Premultiplied);
        image.fill(base);
        QPainter painter(&image);
        weightless::widgets::paintShareBar(painter, item, 0.5, {}, Qt::AlignLeft);
        painter.end();
        const QColor bar = image.pixelColor(20, 12);
        QVERIFY2(contrast(bar, base) >= 3, qPrintable(bar.name()));
        QVERIFY2(contrast(bar, item.palette.color(QPalette::Text)) >= 4.5, qPrintable(bar.name()));
        QCOMPARE(image.pixelColor(80, 12), base);
        applyAppearance(Appearance::System);
    }

    // Message boxes and Qt's own file dialog are drawn in the colour of the text, as everything else is.
    void dialogsHaveIconsOfOneSet_data()
    {
        QTest::addColumn<int>("name");
        const QMetaEnum names = QMetaEnum::fromType<QStyle::StandardPixmap>();
        for (const QStyle::StandardPixmap name :
            {QStyle::SP_MessageBoxInformation, QStyle::SP_MessageBoxWarning, QStyle::SP_MessageBoxCritical,
                QStyle::SP_MessageBoxQuestion, QStyle::SP_ArrowBack, QStyle::SP_ArrowForward,
                QStyle::SP_FileDialogToParent, QStyle::SP_FileDialogNewFolder, QStyle::SP_FileDialogListView,
                QStyle::SP_FileDialogDetailedView, QStyle::SP_DirIcon, QStyle::SP_DirHomeIcon,
                QStyle::SP_DirLinkIcon, QStyle::SP_FileIcon, QStyle::SP_FileLinkIcon, QStyle::SP_ComputerIcon,
                QStyle::SP_DriveHDIcon, QStyle::SP_DesktopIcon, QStyle::SP_LineEditClearButton})
            QTest::newRow(names.valueToKey(name)) << static_cast<int>(name);
    }
    void dialogsHaveIconsOfOneSet()
    {
        QFETCH(int, name);
        applyAppearance(Appearance::Dark);
        const WindowStyle style;
        const QIcon icon = style.standardIcon(static_cast<QStyle::StandardPixmap>(name), nullptr, nullptr);
        const QImage image = icon.pixmap(32, 32).toImage().convertToFormat(QImage::Format_ARGB32);
        QVERIFY(!image.isNull());
        const QColor text = QApplication::palette().color(QPalette::WindowText);
        int drawn = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                if (colour.alpha() < 200)
                    continue;
                ++drawn;
                QVERIFY2(std::abs(colour.red() - text.red()) < 12
                        && std::abs(colour.green() - text.green()) < 12
                        && std::abs(colour.blue() - text.blue()) < 12,
                    qPrintable(colour.name() + QStringLiteral(" beside ") + text.name()));
            }
        }
        QVERIFY(drawn > 10);
        applyAppearance(Appearance::System);
    }
};

QTEST_MAIN(WindowStyleTest)
#include "tst_windowstyle.moc"
