// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/pageguard.h"

#include "engine/base/platform/signalchain_linux.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace weightless::platform {

// `begin` is published last and withdrawn first: whoever reads the same begin before and after the end has a
// pair that belongs together.
struct PageGuard::Slot {
    std::atomic<bool> isTaken {false};
    std::atomic<uintptr_t> begin {0}; // 0: guards nothing
    std::atomic<uintptr_t> end {0};
    std::atomic<bool> wasHit {false};
};

namespace {

// Slots are reused and blocks are never freed: the signal handler walks them at any time, without a lock.
struct SlotBlock {
    std::array<PageGuard::Slot, 256> slots;
    std::atomic<SlotBlock*> next {nullptr};
};

struct GuardList {
    SlotBlock first;
    uintptr_t pageBytes = 4096;
    struct sigaction previous { };
    std::once_flag installed;
};

GuardList& guardList()
{
    static GuardList list;
    return list;
}

PageGuard::Slot* slotOf(uintptr_t address)
{
    for (SlotBlock* block = &guardList().first; block != nullptr;
         block = block->next.load(std::memory_order_acquire)) {
        for (PageGuard::Slot& slot : block->slots) {
            const uintptr_t begin = slot.begin.load(std::memory_order_acquire);
            const uintptr_t end = slot.end.load(std::memory_order_acquire);
            if (begin != 0 && begin == slot.begin.load(std::memory_order_acquire) && address >= begin
                && address < end) {
                return &slot;
            }
        }
    }
    return nullptr;
}

// Async-signal-safe: atomics and one system call. A truncated file lost everything behind its new end, and
// one mapping over it all keeps the number of the process's mappings small.
bool mapZerosFrom(uintptr_t address)
{
    PageGuard::Slot* const slot = slotOf(address);
    if (slot == nullptr) {
        return false;
    }
    const uintptr_t page = address & ~(guardList().pageBytes - 1);
    slot->wasHit.store(true, std::memory_order_release);
    return ::mmap(reinterpret_cast<void*>(page), slot->end.load(std::memory_order_acquire) - page, PROT_READ,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0)
        != MAP_FAILED;
}

void onBusError(int signal, siginfo_t* info, void* context)
{
    const int code = errno;
    // A positive code is the kernel's: a fault. Others were sent by somebody.
    if (info->si_code <= 0 || !mapZerosFrom(reinterpret_cast<uintptr_t>(info->si_addr))) {
        passOn(guardList().previous, signal, info, context);
    }
    errno = code;
}

void installHandler()
{
    GuardList& list = guardList();
    list.pageBytes = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action { };
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &list.previous);
}

PageGuard::Slot* takeSlot()
{
    SlotBlock* block = &guardList().first;
    for (;;) {
        for (PageGuard::Slot& slot : block->slots) {
            if (!slot.isTaken.exchange(true, std::memory_order_acq_rel)) {
                return &slot;
            }
        }
        SlotBlock* next = block->next.load(std::memory_order_acquire);
        if (next == nullptr) {
            auto added = std::make_unique<SlotBlock>();
            if (block->next.compare_exchange_strong(next, added.get(), std::memory_order_acq_rel)) {
                next = added.release();
            }
        }
        block = next;
    }
}

} // namespace

PageGuard::PageGuard(std::span<const std::byte> pages)
{
    std::call_once(guardList().installed, installHandler);
    const auto begin = reinterpret_cast<uintptr_t>(pages.data());
    const uintptr_t pageBytes = guardList().pageBytes;
    m_slot = takeSlot();
    m_slot->wasHit.store(false, std::memory_order_relaxed);
    m_slot->end.store((begin + pages.size() + pageBytes - 1) & ~(pageBytes - 1), std::memory_order_release);
    m_slot->begin.store(begin, std::memory_order_release);
}

PageGuard::~PageGuard()
{
    m_slot->begin.store(0, std::memory_order_release);
    m_slot->isTaken.store(false, std::memory_order_release);
}

bool PageGuard::wasHit() const
{
    return m_slot->wasHit.load(std::memory_order_acquire);
}

} // namespace weightless::platform
