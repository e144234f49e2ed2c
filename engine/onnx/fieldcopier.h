// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/messagetree.h"
#include "engine/onnx/wirereader.h"

#include <memory>
#include <string>
#include <utility>

namespace weightless::onnx_io {

// Copies a message's fields in the order they have, but those that are left out.
class FieldCopier {
public:
    FieldCopier(MessageTree& tree, ByteRange bounds)
        : m_tree(tree)
        , m_copied(bounds.offsetBytes)
        , m_end(bounds.endBytes())
    {
    }

    // What stands before the field is in the tree now.
    void leaveOut(const WireMessage& field)
    {
        m_tree.copy({m_copied, field.position() - m_copied});
        m_copied = field.endPosition();
        m_hasLeftOut = true;
    }

    // True when a field was left out.
    bool finish()
    {
        m_tree.copy({m_copied, m_end - m_copied});
        return m_hasLeftOut;
    }

private:
    MessageTree& m_tree;
    uint64_t m_copied;
    uint64_t m_end;
    bool m_hasLeftOut = false;
};

// A message with one of its fields, which holds a message, put through `edit`.
template <typename Edit>
void copyEditing(const WireMessage& message, int editedField, MessageTree& tree, Edit&& edit)
{
    auto copy = std::make_unique<MessageTree>();
    FieldCopier fields(*copy, message.range());
    for (WireMessage field = message.message(); field.next();) {
        if (field.field() == editedField) {
            fields.leaveOut(field);
            edit(field, *copy);
        }
    }
    fields.finish();
    tree.message(message.field(), std::move(copy));
}

// The text of a field; the last, where there are several.
[[nodiscard]] inline std::string textOf(WireMessage message, int field)
{
    std::string text;
    while (message.next()) {
        if (message.field() == field) {
            text = message.string();
        }
    }
    return text;
}

// A message with another text in one of its fields.
inline void copyWithText(const WireMessage& message, int field, const std::string& text, MessageTree& tree)
{
    auto copy = std::make_unique<MessageTree>();
    FieldCopier fields(*copy, message.range());
    for (WireMessage each = message.message(); each.next();) {
        if (each.field() == field) {
            fields.leaveOut(each);
        }
    }
    fields.finish();
    copy->text(field, text);
    tree.message(message.field(), std::move(copy));
}

} // namespace weightless::onnx_io
