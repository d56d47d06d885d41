"""The search of a library for macOS in an emulated processor: unicorn's, with the file as lief reads it."""

from collections.abc import Iterator
from pathlib import Path

PAGE = 1 << 16
HEAP, STACK, RETURN = 1 << 32, 1 << 40, 1 << 41  # of a search, the stack, and what a call returns to
ROOM = 1 << 27  # bytes of a search


class Processor:
    """A processor with a library in its memory, at the addresses for which it was linked."""

    def __init__(self, path: Path, function: str):
        import lief
        from unicorn import Uc, arm64_const, unicorn_const, x86_const

        library = lief.MachO.parse(str(path)).at(0)
        if library.header.cpu_type == lief.MachO.Header.CPU_TYPE.ARM64:
            self.machine = Uc(unicorn_const.UC_ARCH_ARM64, unicorn_const.UC_MODE_ARM)
            self.machine.ctl_set_cpu_model(arm64_const.UC_CPU_ARM64_MAX)
            self.machine.reg_write(arm64_const.UC_ARM64_REG_CPACR_EL1, 3 << 20)  # it may use vectors
            names, registers = "X0 X1 X2 SP LR", vars(arm64_const)
            prefix = "UC_ARM64_REG_"
        else:
            self.machine = Uc(unicorn_const.UC_ARCH_X86, unicorn_const.UC_MODE_64)
            names, registers, prefix = "RDI RSI RDX RSP", vars(x86_const), "UC_X86_REG_"
        self.registers = [registers[prefix + name] for name in names.split()]
        [self.function] = [one.value for one in library.exported_symbols if one.name == f"_{function}"]
        end = max(part.virtual_address + part.virtual_size for part in library.segments)
        for address, size in ((0, -(-end // PAGE) * PAGE), (HEAP, ROOM), (STACK, PAGE), (RETURN, PAGE)):
            self.machine.mem_map(address, size)
        for part in library.segments:
            self.machine.mem_write(part.virtual_address, bytes(part.content))

    def call(self, *arguments: int) -> None:
        """Call the function, with the address to return to on the stack or, on arm64, in a register."""
        top = STACK + PAGE // 2
        if len(self.registers) == 4:
            top -= 8
            self.machine.mem_write(top, RETURN.to_bytes(8, "little"))
        for register, value in zip(self.registers, (*arguments, top, RETURN)):
            self.machine.reg_write(register, value)
        self.machine.emu_start(self.function, RETURN)

    def number(self, place: int) -> int:
        return int.from_bytes(self.machine.mem_read(HEAP + 8 * place, 8), "little", signed=True)


def emulate(library: Path, function: str, searches: Path) -> Iterator[int]:
    """Yield how many solutions each search in a file has, as harness.c prints them."""
    processor = Processor(library, function)
    write = processor.machine.mem_write
    with searches.open("rb") as file:
        while header := file.read(32):
            size, arrays, depth, found = memoryview(header).cast("q")
            search, place = bytearray(file.read(size)), HEAP + PAGE
            for k in range(arrays):
                data = file.read(int.from_bytes(file.read(8), "little"))
                write(place, data)
                search[8 * k : 8 * k + 8] = place.to_bytes(8, "little")
                place += -(-len(data) // 64) * 64
            write(HEAP, bytes(search))
            while processor.number(depth) >= 0:
                processor.call(HEAP, 0, 100000)
            yield processor.number(found)
