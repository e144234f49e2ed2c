// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wheelguard.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <qtestspontaneevent.h>

#include <memory>

using weightless::widgets::WheelGuard;

// A panel that is scrolled, with fields that a wheel changes.
class WheelGuardTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_area = std::make_unique<QScrollArea>();
        auto* page = new QWidget;
        auto* layout = new QVBoxLayout(page);
        m_text = new QLineEdit(page);
        m_list = new QComboBox(page);
        m_list->addItems({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
        m_list->setCurrentIndex(1);
        m_number = new QSpinBox(page);
        m_number->setValue(5);
        m_slider = new QSlider(Qt::Horizontal, page);
        m_slider->setValue(5);
        for (QWidget* field : {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_list),
                 static_cast<QWidget*>(m_number), static_cast<QWidget*>(m_slider)})
            layout->addWidget(field);
        page->setMinimumHeight(2000);
        m_area->setWidget(page);
        m_area->resize(200, 200);
        m_area->show();
        m_area->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
        WheelGuard::guardFieldsOf(*page);
        m_text->setFocus();
        QVERIFY(m_text->hasFocus());
    }

    void cleanup() { m_area.reset(); }

    void theWheelScrollsPastFields()
    {
        for (QWidget* field : {static_cast<QWidget*>(m_list), static_cast<QWidget*>(m_number),
                 static_cast<QWidget*>(m_slider)}) {
            const int before = m_area->verticalScrollBar()->value();
            turnWheel(*field);
            QVERIFY2(m_area->verticalScrollBar()->value() > before, field->metaObject()->className());
            QVERIFY(field->focusPolicy() != Qt::WheelFocus);
        }
        QCOMPARE(m_list->currentIndex(), 1);
        QCOMPARE(m_number->value(), 5);
        QCOMPARE(m_slider->value(), 5);
    }

    // Whoever has chosen a field means it.
    void theWheelChangesTheFieldThatHasTheKeyboard()
    {
        m_list->setFocus();
        turnWheel(*m_list);
        QCOMPARE(m_list->currentIndex(), 2);
        m_number->setFocus();
        turnWheel(*m_number);
        QCOMPARE(m_number->value(), 4);
        QCOMPARE(m_area->verticalScrollBar()->value(), 0);
    }

private:
    // Towards what is below.
    static void turnWheel(QWidget& field)
    {
        const QPointF place = QRectF(field.rect()).center();
        QWheelEvent event(place, field.mapToGlobal(place), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event); // as a hand's: one that is made goes to no parent
        qApp->notify(&field, &event);
    }

    std::unique_ptr<QScrollArea> m_area;
    QLineEdit* m_text = nullptr;
    QComboBox* m_list = nullptr;
    QSpinBox* m_number = nullptr;
    QSlider* m_slider = nullptr;
};

QTEST_MAIN(WheelGuardTest)
#include "tst_wheelguard.moc"
