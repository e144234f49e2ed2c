// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/einsum/equation.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace weightless::ops::einsum {

namespace {

class Parser {
public:
    explicit Parser(const NodeView& node)
        : m_node(node)
        , m_given(node.attributes->stringOr("equation", ""))
    {
        std::ranges::copy_if(
            m_given, std::back_inserter(m_text), [](unsigned char c) { return std::isspace(c) == 0; });
    }

    Equation parse()
    {
        const size_t arrow = m_text.find("->");
        const std::vector<std::string> terms = termsOf(m_text.substr(0, arrow));
        if (terms.size() != m_node.inputs.size()) {
            fail("has " + std::to_string(terms.size()) + " terms, expected one for each of "
                + std::to_string(m_node.inputs.size()) + " inputs");
        }
        for (size_t i = 0; i < terms.size(); ++i) {
            addOperand(terms[i], i);
        }
        if (arrow == std::string::npos) {
            setImplicitResult();
        } else {
            setResult(m_text.substr(arrow + 2));
        }
        return m_equation;
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        failNode("attribute 'equation' = '" + m_given + "' " + what);
    }

    static std::vector<std::string> termsOf(const std::string& text)
    {
        std::vector<std::string> terms(1);
        for (const char c : text) {
            if (c == ',') {
                terms.emplace_back();
            } else {
                terms.back() += c;
            }
        }
        return terms;
    }

    // Letters become labels; an ellipsis becomes the last `ellipsisRank` of its labels.
    [[nodiscard]] Labels labelsOf(const std::string& term, int64_t ellipsisRank) const
    {
        Labels labels;
        bool hasEllipsis = false;
        for (size_t i = 0; i < term.size(); ++i) {
            if (term.compare(i, 3, "...") == 0 && !hasEllipsis) {
                hasEllipsis = true;
                for (int64_t d = ellipsisRank; d > 0; --d) {
                    labels.push_back(firstEllipsisLabel + static_cast<Label>(mostRank - d));
                }
                i += 2;
            } else if (std::isalpha(static_cast<unsigned char>(term[i])) != 0) {
                labels.push_back(static_cast<unsigned char>(term[i]));
            } else {
                fail("has '" + std::string(1, term[i]) + "' where a letter is expected");
            }
        }
        return labels;
    }

    static int64_t letterCount(const std::string& term)
    {
        return std::ranges::count_if(term, [](unsigned char c) { return std::isalpha(c) != 0; });
    }

    void addOperand(const std::string& term, size_t input)
    {
        const Shape& shape = m_node.shape(input);
        const auto rank = static_cast<int64_t>(shape.size());
        const int64_t rest = rank - letterCount(term);
        const bool hasEllipsis = term.find("...") != std::string::npos;
        if (rest < 0 || (rest > 0 && !hasEllipsis) || rest > mostRank) {
            fail("gives input " + std::to_string(input) + " the dimensions '" + term + "', but it is "
                + toString(m_node.input(input)));
        }
        m_ellipsisRank = std::max(m_ellipsisRank, hasEllipsis ? rest : 0);
        const Labels labels = labelsOf(term, rest);
        for (size_t d = 0; d < labels.size(); ++d) {
            const auto first = static_cast<size_t>(std::ranges::find(labels, labels[d]) - labels.begin());
            if (shape[first] != shape[d]) { // a diagonal is none of sizes that broadcast
                failSizes(shape[first], shape[d], input);
            }
            setSize(labels[d], shape[d], input);
        }
        m_equation.operands.push_back(labels);
    }

    [[noreturn]] void failSizes(int64_t first, int64_t second, size_t input) const
    {
        fail("gives one label the sizes " + std::to_string(first) + " and " + std::to_string(second)
            + " (input " + std::to_string(input) + ")");
    }

    // Dimensions broadcast, as in NumPy, PyTorch and ONNX Runtime: not only those of an ellipsis.
    void setSize(Label label, int64_t size, size_t input)
    {
        const auto [known, isNew] = m_equation.sizes.try_emplace(label, size);
        if (isNew || known->second == size) {
            return;
        }
        if (size != 1 && known->second != 1) {
            failSizes(known->second, size, input);
        }
        known->second = known->second == 1 ? size : known->second;
    }

    void setResult(const std::string& term)
    {
        m_equation.result = labelsOf(term, m_ellipsisRank);
        Labels sorted = m_equation.result;
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) != sorted.end()) {
            fail("repeats a label in its result");
        }
        for (const Label label : m_equation.result) {
            if (!m_equation.sizes.contains(label)) {
                fail("has a label in its result that no input has");
            }
        }
    }

    // The ellipsis, then every letter that stands once, in the order of the alphabet.
    void setImplicitResult()
    {
        m_equation.result = labelsOf("...", m_ellipsisRank);
        for (const auto& [label, size] : m_equation.sizes) {
            int64_t count = 0;
            for (const Labels& operand : m_equation.operands) {
                count += std::ranges::count(operand, label);
            }
            if (label < firstEllipsisLabel && count == 1) {
                m_equation.result.push_back(label);
            }
        }
    }

    static constexpr int64_t mostRank = 64;

    const NodeView& m_node;
    std::string m_given;
    std::string m_text;
    int64_t m_ellipsisRank = 0;
    Equation m_equation;
};

} // namespace

Shape Equation::shapeOf(const Labels& labels) const
{
    Shape shape;
    for (const Label label : labels) {
        shape.push_back(sizes.at(label));
    }
    return shape;
}

Equation equationOf(const NodeView& node)
{
    return Parser(node).parse();
}

} // namespace weightless::ops::einsum
