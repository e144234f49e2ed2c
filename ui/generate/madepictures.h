// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace weightless::ui {

class PictureLabel;

// The pictures that were made, of which one is shown: the newest, or another that was stepped to. While a run
// goes on, what its next picture looks like so far is shown instead.
class MadePictures : public QWidget {
    Q_OBJECT

public:
    struct Made {
        QImage picture;
        QString prompt;
        quint64 seed = 0;
        QString parameters; // as other programs read them
        bool isSaved = false;
        int run = 0; // which made it, the last one where several did
    };
    // With more the oldest go, those first that are in a file.
    static constexpr size_t mostPictures = 100;
    static constexpr qint64 mostBytes = qint64 {512} << 20;

    explicit MadePictures(QWidget* parent = nullptr);

    void beginRun();
    [[nodiscard]] int run() const { return m_run; } // the last that began
    void showPreview(const QImage& preview);
    // The same again, made in another way, is not another one. Returns how many went that are in no file.
    int add(Made made);
    void noteSaved(); // what current() is
    [[nodiscard]] int unsavedCount() const;
    void endRun(); // with or without a picture
    [[nodiscard]] const Made* current() const; // what is shown, or will be after the run; null: none was made
    // The one that is shown if it is of this run, or else the run's newest; null: it has none any more.
    [[nodiscard]] const Made* ofRun(int run) const;

private:
    void step(int by);
    void showCurrent();
    void updateBar();
    [[nodiscard]] int makeRoomFor(const Made& made);

    std::vector<Made> m_made;
    size_t m_current = 0; // of m_made, where that is not empty
    int m_run = 0;
    bool m_isRunning = false;
    PictureLabel* m_view;
    QWidget* m_bar;
    QToolButton* m_previous;
    QToolButton* m_next;
    QLabel* m_place;
};

} // namespace weightless::ui
