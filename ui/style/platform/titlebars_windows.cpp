// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/titlebars.h"

#include <QEvent>
#include <QGuiApplication>
#include <QPlatformSurfaceEvent>
#include <QPointer>
#include <QWindow>

#include <dwmapi.h>

namespace weightless::ui {

namespace {

// DWMWA_USE_IMMERSIVE_DARK_MODE, which this compiler's headers do not know yet; Windows that do not know it
// say so.
constexpr DWORD immersiveDarkMode = 20;

// Sees windows when they get what Windows knows of them, which they may do again and again.
class TitleBars : public QObject {
public:
    using QObject::QObject;

    void colour(bool dark)
    {
        m_dark = dark ? TRUE : FALSE;
        for (const QWindow* window : QGuiApplication::topLevelWindows())
            colour(*window);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::PlatformSurface
            && static_cast<QPlatformSurfaceEvent*>(event)->surfaceEventType()
                == QPlatformSurfaceEvent::SurfaceCreated) {
            if (const auto* window = qobject_cast<QWindow*>(watched))
                colour(*window);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void colour(const QWindow& window) const
    {
        if (window.handle() == nullptr || !window.isTopLevel() || window.flags() & Qt::FramelessWindowHint)
            return;
        static_cast<void>(::DwmSetWindowAttribute(
            reinterpret_cast<HWND>(window.winId()), immersiveDarkMode, &m_dark, sizeof m_dark));
    }

    BOOL m_dark = FALSE;
};

} // namespace

void colourTitleBars(bool dark)
{
    if (QGuiApplication::platformName() != QLatin1String("windows"))
        return; // offscreen nothing has a title bar
    static QPointer<TitleBars> bars;
    if (bars.isNull()) {
        bars = new TitleBars(qApp);
        qApp->installEventFilter(bars);
    }
    bars->colour(dark);
}

} // namespace weightless::ui
