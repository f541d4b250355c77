"""Orders of cards that deal numbers give for ever."""

from __future__ import annotations

FOUR = (3, 0, 1, 2)  # C S H D
TWO = (0, 0, 1, 1)

# what PySolFC deals, the first card first
ORDERS: dict[tuple[int, tuple[int, ...], str], str] = {
    (
        2,
        FOUR,
        "24",
    ): "KC TH QS TS 4H KD 7H 7S 8S 6S 9D JD AD 5H TC JH KC 4H JC 6H JH 9C 2H 4D 2C KH AH AC 2D AC "
    "2C 5D 5S 3D AS 9H 4S 8S JD 5D 9D AS 6H 7D QC 9H 2D 5C QH 3D 6D 7C AH QC 9S 8H TC 2S 8C 3S 4C 4C QD QH JS "
    "8D 7D 5C 3C 7S JS 9S 6C TD KH TS JC AD KS 4D QD TD TH 8C KS 4S 3C 6D QS 6S 8H 2S 2H 5S 3H 5H KD 8D 7C 6C "
    "7H 3H 3S 9C",
    (
        2,
        FOUR,
        "123456789012345",
    ): "6S 5H TS 2C QC 3S 5S KC KH 4C 2H 6H QS 6D TD 3S 9C 3D TD 9H 8C 5S QH AD TS 7S "
    "6S 7S JC 3C 9C 7C JS 9H 5D 7C 5H 6C KC QD 8D KD 2D 4S 9D AD 7H 8H 6D 9D 2S 2C 7D KS JC AH 5D 3C 5C JD 4C "
    "TC 8C QS 2S TC 8D JH 9S 3H 7D 4H 6C AC 9S QC 3D KD 6H TH 8H JH 7H 3H JD AC 4D 8S KH QH 4H AS 5C TH 4D KS "
    "AS AH 2D QD 4S 8S 2H JS",
    (
        3,
        FOUR,
        "1",
    ): "3D TS 8S 6H 5S JD AH 6C AH JC QC 3S 7D 6D 9S 4S 4C JS 6H 3D JS QS 4S 8D 3H JH 2C 3D 7C 6H "
    "4H JD 2D 9D AD AH 4C AC 5D 2S KD 9H 9H JD QH 3C 7S 4H AS 3H KS 9S JC 4C 7D 7H 8H 5S 8C 7C 2H KH KD JS KC "
    "QS 2D 4D 3H 5D AD 6D 2S 7H 4H KD 8D 3C 6C 5H QH 6S 9H KS JH 7D KC 4D 8C 6D TD 5C QD 2H 7S 7H KH 9D TC QS "
    "7C AD 9C TD TD 6C 2H QD TH TS 8C TH 6S TS 8H 8S TH 9D 9C JC QC 8S 7S 5H KS AC 8H 2C 2C 5S QC 2S 2D 3S 6S "
    "AS 3C 9S AC 5H TC KH QH TC AS 5D QD 4S 5C 3S 9C 5C 8D KC 4D JH",
}
TOPS = {
    "1": "8H TH AH JC 4H 7H QS QC 7C 3S",
    "24": "QC 9H 2D 5C QH 3D 6D 7C AH QC",
    "1000": "8D JC QS 7C 5H 6C 5C KC 3C AD",
}
