// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace weightless::widgets {

// What a user asks a graph for: words that all must be there. A word can ask for one field
// (op:Conv type:float16 shape:320×64 name:to_q attr:pads) or for an amount (bytes>10M params<=1k); quotes
// keep words together. K, M and G are powers of 1024 for bytes and of 1000 for parameters.
struct GraphQuery {
    enum class Field { Any, Name, Operator, Type, Shape, Attribute };
    enum class Amount { Bytes, Parameters };
    enum class Comparison { Less, AtMost, Equal, AtLeast, More };

    struct Word {
        Field field = Field::Any;
        std::string text; // UTF-8, lower case
    };
    struct Limit {
        Amount amount = Amount::Bytes;
        Comparison comparison = Comparison::More;
        double value = 0;

        bool holds(double other) const;
    };

    std::vector<Word> words;
    std::vector<Limit> limits;

    bool isEmpty() const { return words.empty() && limits.empty(); }

    // Never fails: what is no known field is a word like any other.
    static GraphQuery parse(const QString& text);
};

// The lower case in which texts are searched; × for what is typed as x or * between numbers.
std::string searchForm(const QString& text);
std::string shapeForm(const QString& text);

} // namespace weightless::widgets
