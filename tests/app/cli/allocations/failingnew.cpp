// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/allocations/failingnew.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <new>
#include <string_view>
#include <unistd.h>

namespace weightless::test {

namespace {

std::atomic<AllocationWalk*> currentWalk {nullptr};

struct CodeRange {
    uintptr_t begin = 0;
    uintptr_t end = 0;

    [[nodiscard]] bool contains(const void* address) const
    {
        const auto value = reinterpret_cast<uintptr_t>(address);
        return value >= begin && value < end;
    }
};

// The code of the module (program or library) that `address` lies in.
CodeRange moduleOf(const void* address)
{
    struct Search {
        const void* address;
        CodeRange found;
    } search {address, {}};
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* data) {
            auto& wanted = *static_cast<Search*>(data);
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const ElfW(Phdr)& segment = info->dlpi_phdr[i];
                const CodeRange range {
                    info->dlpi_addr + segment.p_vaddr, info->dlpi_addr + segment.p_vaddr + segment.p_memsz};
                if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0
                    && range.contains(wanted.address)) {
                    wanted.found = range;
                    return 1;
                }
            }
            return 0;
        },
        &search);
    return search.found;
}

CodeRange programCode;
CodeRange standardLibraryCode;

// A driver, or the compiler of its kernels.
bool isDriver(const void* address)
{
    Dl_info module {};
    if (dladdr(address, &module) == 0 || module.dli_fname == nullptr) {
        return false;
    }
    const std::string_view path = module.dli_fname;
    return path.find("libvulkan") != std::string_view::npos || path.find("libLLVM") != std::string_view::npos;
}

// Drivers share the program's and the standard library's strings: what they ask for through those is theirs.
bool isAskedByProgram(const void* caller)
{
    const auto isOurs = [](const void* frame) {
        return programCode.contains(frame) || standardLibraryCode.contains(frame);
    };
    if (!isOurs(caller)) {
        return false;
    }
    std::array<void*, 32> frames {};
    const auto end = frames.begin() + backtrace(frames.data(), static_cast<int>(frames.size()));
    return std::none_of(
        frames.begin(), end, [&](const void* frame) { return !isOurs(frame) && isDriver(frame); });
}

// The calls that led here, for addr2line: a failure that ends in a signal cannot be told from the signal.
void tellWhere()
{
    std::array<void*, 24> frames {};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
}

bool mustFail(const void* caller)
{
    AllocationWalk* const walk = currentWalk.load(std::memory_order_acquire);
    if (walk == nullptr || !isAskedByProgram(caller)
        || walk->count.fetch_add(1, std::memory_order_relaxed) + 1 != walk->failing) {
        return false;
    }
    tellWhere();
    return true;
}

void* allocate(size_t bytes, size_t alignment, const void* caller)
{
    if (mustFail(caller)) {
        return nullptr;
    }
    if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
        return std::malloc(std::max<size_t>(bytes, 1));
    }
    return std::aligned_alloc(
        alignment, (std::max<size_t>(bytes, 1) + alignment - 1) / alignment * alignment);
}

void* allocateOrThrow(size_t bytes, size_t alignment, const void* caller)
{
    void* const memory = allocate(bytes, alignment, caller);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

} // namespace

void startAllocationWalk(AllocationWalk& walk)
{
    std::array<void*, 1> frame {};
    backtrace(frame.data(), 1); // its first call allocates
    programCode = moduleOf(reinterpret_cast<const void*>(&startAllocationWalk));
    standardLibraryCode = moduleOf(reinterpret_cast<const void*>(&std::get_new_handler));
    currentWalk.store(&walk, std::memory_order_release);
}

} // namespace weightless::test

using weightless::test::allocate;
using weightless::test::allocateOrThrow;

void* operator new(size_t bytes)
{
    return allocateOrThrow(bytes, 0, __builtin_return_address(0));
}

void* operator new[](size_t bytes)
{
    return allocateOrThrow(bytes, 0, __builtin_return_address(0));
}

void* operator new(size_t bytes, std::align_val_t alignment)
{
    return allocateOrThrow(bytes, static_cast<size_t>(alignment), __builtin_return_address(0));
}

void* operator new[](size_t bytes, std::align_val_t alignment)
{
    return allocateOrThrow(bytes, static_cast<size_t>(alignment), __builtin_return_address(0));
}

void* operator new(size_t bytes, const std::nothrow_t&) noexcept
{
    return allocate(bytes, 0, __builtin_return_address(0));
}

void* operator new[](size_t bytes, const std::nothrow_t&) noexcept
{
    return allocate(bytes, 0, __builtin_return_address(0));
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, size_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, size_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, size_t, std::align_val_t) noexcept
{
    std::free(memory);
}
