// Numbers that are the same for the same seed everywhere.
export function randomOf(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6D2B79F5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const below = end => Math.floor(next() * end);
    return {
        below,
        chance: share => next() < share,
        pick: list => list[below(list.length)],
        some: (most, make) => Array.from({ length: below(most + 1) }, make),
    };
}
