// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"

#include "ui/style/fonts.h"
#include "ui/style/windowstyle.h"

#include <QApplication>
#include <QTest>

namespace weightless::ui {

void WindowTest::open(MainWindow& window)
{
    window.openModel(m_model);
    QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
}

void WindowTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_model = writeSmallModel(m_folder.path());
    // As the program starts: a system's own style and fonts take other room.
    QApplication::setStyle(new WindowStyle);
    installFonts();
}

} // namespace weightless::ui
