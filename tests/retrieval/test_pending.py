"""Waiting for calls that cannot be interrupted."""

import threading

import pytest

from inspector.retrieval.pending import awaited


def test_what_the_work_answers_comes_from_another_thread():
    assert awaited(threading.current_thread) is not threading.current_thread()


def test_an_error_of_the_work_is_raised():
    with pytest.raises(ZeroDivisionError):
        awaited(lambda: 1 // 0)


def test_nobody_waits_longer_than_requested():
    released = threading.Event()
    with pytest.raises(TimeoutError):
        awaited(lambda: released.wait(60), seconds=0.1)
    released.set()


def test_whoever_waits_can_stop_while_the_work_goes_on():
    released, ended, mentioned = threading.Event(), threading.Event(), []

    def work():
        released.wait(60)
        ended.set()

    def stop():
        mentioned.append(threading.current_thread())
        if len(mentioned) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        awaited(work, stop)
    assert set(mentioned) == {threading.current_thread()}
    assert not ended.is_set()
    released.set()
    assert ended.wait(60)
